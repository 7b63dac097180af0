export { buildWebhooks } from './http.ts';
export { invariants } from './invariants.ts';
export { recoverWithdrawal } from './recovery/service.ts';
export { findCorrection, type Correction } from './withdrawals/rules.ts';
export { getTransferGateway } from './transfers/service.ts';
export { correctWithdrawal } from './corrections/service.ts';
export { enqueueWithdrawalCheck } from './transfer-checks/service.ts';
