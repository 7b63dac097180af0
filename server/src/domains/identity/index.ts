export { buildOwnerAlert, type OwnerMessage } from './alerts/messages.ts';
export { findAlertOwner } from './alerts/store.ts';
export { alertOwner, type NewAlert } from './alerts/service.ts';
export { calculateAverageRating, toDeviceName } from './rules.ts';
export { getCurrentUser, transitionIdentities } from './store.ts';
export { hashPassword } from './passwords.ts';
export { createSession } from './sessions.ts';
export { removeSecondFactors } from './second-factors.ts';
export { restoreUser, suspendUser } from './suspension.ts';
export {
  allowWithdrawals,
  getAccessChanges,
  getWithdrawalsStoppedAt,
  lockOwner,
} from './withdrawals-stop.ts';
