import { FILE_PERMISSIONS, type Permission } from '@fws/contract/platform/permissions';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AdminCaller, AdminGuard, Caller } from '../../platform/caller.ts';
import { recordRead } from './audit/store.ts';
import { getFactorState } from './factor/service.ts';
import { findImpersonatedCaller } from './impersonation/service.ts';
import { mayUse } from './policy.ts';
import { getAdminSession, touchAdminSession } from './store.ts';

/** The least time between two updates of a session's `seen_at`. */
const TOUCH_MS = 30_000;

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
  const now = deps.ports.clock.now();
  // A secret that no key unseals must be set up again before anything else.
  const hasFactor = session !== null && getFactorState(deps.keyring, session) === 'set';
  const allowed = mayUse(permission, session, { hasFactor, now });
  if (!allowed.ok) return allowed;
  const { role, seen_at: seenAt, confirmed_at: codeGivenAt } = allowed.value;
  if (now.getTime() - seenAt.getTime() > TOUCH_MS) await touchAdminSession(deps.db, caller.sessionId, now);
  return done({ ...caller, role, codeGivenAt });
}
