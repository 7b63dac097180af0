import { ADMIN_CONFIRM_MS, ADMIN_IDLE_MS } from '@fws/contract/admin/model';
import { FILE_PERMISSIONS, may, type Permission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { AdminCaller, AdminGuard, Caller } from '../../platform/http/auth.ts';
import { recordRead } from './audit.ts';
import { factorState } from './factor.ts';
import { lookingAs } from './looks/service.ts';
import { standingOf, touchAdminSession, type Standing } from './store.ts';

/** How often a session that is in use is written to. */
const TOUCH_MS = 30_000;

/** A role, a second factor given in this session, something done lately, and a permission: all four, or nothing. */
export const adminGuard = (deps: Deps): AdminGuard => ({
  admit: (caller, permission) => admit(deps, caller, permission),
  looksAs: (own, token) => lookingAs(deps, own, token),
  async opens(caller, { id, subject, subjectId, ownerId }) {
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
  const standing = await standingOf(deps.db, caller.userId, caller.sessionId);
  if (!standing) return refuse('forbidden', 'admin.not_admin');
  const now = deps.ports.clock.now();
  // One that no key opens any more is set up anew before anything else.
  const isSet = factorState(deps.keyring, standing) === 'set';
  if (!isSet || !isEntered(standing, now))
    return refuse('forbidden', 'admin.enter_first', { stepUp: 'totp' });
  if (!may(standing.role, permission)) return refuse('forbidden', 'admin.not_permitted');
  if (now.getTime() - standing.seen_at.getTime() > TOUCH_MS)
    await touchAdminSession(deps.db, caller.sessionId, now);
  return done({ ...caller, role: standing.role, codeGivenAt: standing.confirmed_at });
}

/** The second factor, or a recovery code, was given in this session, and something was done since. */
export const isEntered = (
  standing: Standing,
  now: Date,
): standing is Standing & { seen_at: Date; confirmed_at: Date } =>
  standing.seen_at !== null &&
  standing.confirmed_at !== null &&
  now.getTime() - standing.seen_at.getTime() <= ADMIN_IDLE_MS;

/** What moves money asks for a code that was given not long ago. */
export const confirmedLately = (caller: AdminCaller, now: Date): Outcome<null> =>
  now.getTime() - caller.codeGivenAt.getTime() <= ADMIN_CONFIRM_MS
    ? done(null)
    : refuse('forbidden', 'admin.confirm_first', { stepUp: 'totp' });
