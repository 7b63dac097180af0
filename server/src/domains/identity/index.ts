import type { IdentityState } from '@fws/contract/kyc/process';
import type { Tx } from '../../platform/db/index.ts';
import type { Domain } from '../../platform/domain.ts';
import { createAuthenticator } from './authenticator.ts';
import { http } from './http.ts';
import { tasks } from './tasks.ts';
import { alertRoutes } from './alerts-routes.ts';
import { routes } from './routes.ts';
import { SEALED_FOR } from './second-factors.ts';

export { alertOwner, type NewAlert } from './alerts.ts';
export { calculateAverageRating, toDeviceName } from './rules.ts';
export { getCurrentUser } from './store.ts';
export { hashPassword } from './passwords.ts';
export { createSession } from './sessions.ts';
export { removeSecondFactors } from './second-factors.ts';
export { restoreUser, suspendUser } from './suspension.ts';
export { allowWithdrawals, lockOwner, getWithdrawalsStoppedAt } from './withdrawals-stop.ts';

/** Stores the result of a user's identity check. `name` is as registered with the authority. */
export async function setIdentity(
  tx: Tx,
  userId: number,
  state: IdentityState,
  name?: string,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ identity_state: state, ...(name === undefined ? {} : { identity_name: name }) })
    .where('id', '=', userId)
    .execute();
}

export const identityDomain: Domain = {
  name: 'identity',
  routes: (deps) => [...routes(deps), ...alertRoutes(deps)],
  tasks,
  crontab: ['41 3 * * * delete_expired_sign_ins', '17 2 * * * roll_security_log'],
  authenticator: createAuthenticator,
  sealedColumns: [{ table: 'authenticator', primaryKey: 'user_id', column: 'secret', use: SEALED_FOR }],
  http,
};
