export { buildOwnerAlert, type OwnerMessage } from './alerts/messages.ts';
export { findAlertOwner } from './alerts/store.ts';
export { alertOwner, type NewAlert } from './alerts/service.ts';
export { calculateAverageRating, toDeviceName } from './rules.ts';
export { getCurrentUser, transitionIdentities } from './store.ts';
export { hashPassword } from './password/passwords.ts';
export { createSession } from './sessions/store.ts';
export { createRecoveryCodeStore } from './recovery-codes/store.ts';
export { listPossibleProofs } from './lost-factors/rules.ts';
export { askForRemoval } from './lost-factors/service.ts';
export { findRemovalTime } from './lost-factors/store.ts';
export { isSuspendedSince, restoreUser, suspendUser } from './suspension/service.ts';
export {
  allowWithdrawals,
  getAccessChanges,
  getWithdrawalsStoppedAt,
  lockOwner,
} from './withdrawals-stop/service.ts';
