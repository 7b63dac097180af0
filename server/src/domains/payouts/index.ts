export { buildWebhooks } from './http.ts';
export { invariants } from './invariants.ts';
export { recoverWithdrawal } from './withdrawal-recovery.ts';
export { findCorrection, type Correction } from './rules.ts';
export { getTransferGateway } from './transfers.ts';
export { correctWithdrawal } from './corrections.ts';
export { enqueueWithdrawalCheck } from './transfer-checks.ts';
