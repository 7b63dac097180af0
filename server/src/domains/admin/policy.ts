import { ADMIN_CONFIRM_MS, ADMIN_IDLE_MS } from '@fws/contract/admin/model';
import { FILE_PERMISSIONS, hasPermission, type Permission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AdminCaller, AdminGuard, Caller } from '../../platform/caller.ts';
import { recordRead } from './audit/store.ts';
import { getFactorState } from './factor/service.ts';
import { findImpersonatedCaller } from './impersonation/service.ts';
import { getAdminSession, touchAdminSession, type AdminSession } from './store.ts';

/** The least time between two updates of a session's `seen_at`. */
const TOUCH_MS = 30_000;

/** Admits a caller only with a role, a second factor given in this session, recent activity and the permission. */
export const createAdminGuard = (deps: Deps): AdminGuard => ({
  admit: (caller, permission) => admit(deps, caller, permission),
  getImpersonatedUser: (own, token) => findImpersonatedCaller(deps, own, token),
  async mayOpen(caller, { id, subject, subjectId, ownerId }) {
    const permission = FILE_PERMISSIONS[subject];
    if (!permission || !(await admit(deps, caller, permission)).ok) return false;
    if (permission === 'identity.read') {
      const read = { adminId: caller.userId, userId: ownerId, subject, subjectId: subjectId ?? id };
      await inTx(deps.db, (tx) => recordRead(tx, read, deps.ports.clock.now()));
    }
    return true;
  },
});

async function admit(deps: Deps, caller: Caller, permission: Permission): Promise<Outcome<AdminCaller>> {
  const session = await getAdminSession(deps.db, caller.userId, caller.sessionId);
  if (!session) return refuse('forbidden', 'admin.not_admin');
  const now = deps.ports.clock.now();
  // A secret that no key unseals must be set up again before anything else.
  const isSet = getFactorState(deps.keyring, session) === 'set';
  if (!isSet || !isMfaVerified(session, now))
    return refuse('forbidden', 'admin.enter_first', { stepUp: 'totp' });
  if (!hasPermission(session.role, permission)) return refuse('forbidden', 'admin.not_permitted');
  if (now.getTime() - session.seen_at.getTime() > TOUCH_MS)
    await touchAdminSession(deps.db, caller.sessionId, now);
  return done({ ...caller, role: session.role, codeGivenAt: session.confirmed_at });
}

/** True when the second factor or a recovery code was given in this session, and the session is not idle since. */
export const isMfaVerified = (
  session: AdminSession,
  now: Date,
): session is AdminSession & { seen_at: Date; confirmed_at: Date } =>
  session.seen_at !== null &&
  session.confirmed_at !== null &&
  now.getTime() - session.seen_at.getTime() <= ADMIN_IDLE_MS;

/** Calls that move money require a code given within the last ADMIN_CONFIRM_MS. */
export const requireRecentCode = (caller: AdminCaller, now: Date): Outcome<null> =>
  now.getTime() - caller.codeGivenAt.getTime() <= ADMIN_CONFIRM_MS
    ? done(null)
    : refuse('forbidden', 'admin.confirm_first', { stepUp: 'totp' });
