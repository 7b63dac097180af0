import { identityLifecycle, type IdentityState } from '@fws/contract/kyc/lifecycle';
import type { Domain } from '../../platform/domain.ts';
import { createTransition } from '../../platform/transition.ts';
import { createAuthenticator } from './authenticator.ts';
import { http } from './http.ts';
import { taskPriorities, tasks } from './tasks.ts';
import { alertRoutes } from './alerts/routes.ts';
import { routes } from './routes.ts';
import { SEALED_FOR } from './second-factors.ts';

export { buildOwnerAlert, type OwnerMessage } from './alerts/messages.ts';
export { findAlertOwner } from './alerts/store.ts';
export { alertOwner, type NewAlert } from './alerts/service.ts';
export { calculateAverageRating, toDeviceName } from './rules.ts';
export { getCurrentUser } from './store.ts';
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

/** Whether it is known who these users are. The caller must hold their locks. */
export const transitionIdentities = createTransition({
  lifecycle: identityLifecycle,
  table: 'user_account',
  key: ['id'],
  column: 'identity_state',
  toSubject: ({ id }: { id: number; identity_state: IdentityState }) => ({
    subject: 'user',
    subjectId: id,
    jobId: null,
  }),
});

export const identityDomain: Domain = {
  name: 'identity',
  routes: (deps) => [...routes(deps), ...alertRoutes(deps)],
  taskPriorities,
  tasks,
  crontab: ['41 3 * * * delete_expired_sign_ins', '17 2 * * * roll_security_log'],
  authenticator: createAuthenticator,
  sealedColumns: [{ table: 'authenticator', primaryKey: 'user_id', column: 'secret', use: SEALED_FOR }],
  http,
};
