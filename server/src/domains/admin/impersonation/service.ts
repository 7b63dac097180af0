import { createHash, randomBytes } from 'node:crypto';
import { ADMIN_IDLE_MS } from '@fws/contract/admin/model';
import { IMPERSONATION_MS } from '@fws/contract/admin/impersonation/model';
import { hasPermission } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Caller } from '../../../platform/caller.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { findMember } from '../store.ts';
import { deleteImpersonation, insertImpersonation, findImpersonation } from './store.ts';

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Starts an impersonation and returns its token for the cookie of this browser. */
export function startImpersonation(
  deps: Deps,
  own: Caller,
  { userId, reason }: { userId: number; reason: string },
): Promise<Outcome<string>> {
  const token = randomBytes(32).toString('base64url');
  return inTx(deps.db, async (tx): Promise<Outcome<string>> => {
    const user = await tx
      .selectFrom('user_account')
      .select('suspended_at')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return refuse('not_found', 'admin.user_unknown');
    if (user.suspended_at !== null) return refuse('conflict', 'admin.user_is_suspended');
    // Staff may see more than this admin is permitted to see.
    if (await findMember(tx, userId)) return refuse('conflict', 'admin.impersonation_of_fws');
    const now = deps.ports.clock.now();
    const endsAt = new Date(now.getTime() + IMPERSONATION_MS);
    await insertImpersonation(tx, { tokenHash: hashToken(token), sessionId: own.sessionId, userId, endsAt });
    const entry = {
      adminId: own.userId,
      act: 'impersonation_started',
      subject: 'user',
      subjectId: userId,
      reason,
    };
    await recordAuditEntry(tx, entry, now);
    await recordSecurityEvent(
      tx,
      { kind: 'personal_data_read', userId, actorId: own.userId, details: { subject: 'impersonation' } },
      now,
    );
    return done(token);
  });
}

/** The impersonated user. Null outside the session that began it, without permission, when idle, or after its end. */
export async function findImpersonatedCaller(deps: Deps, own: Caller, token: string): Promise<Caller | null> {
  const impersonation = await findImpersonation(deps.db, hashToken(token), own);
  const now = deps.ports.clock.now();
  if (!impersonation || impersonation.ends_at <= now || !hasPermission(impersonation.role, 'users.see'))
    return null;
  if (now.getTime() - impersonation.seen_at.getTime() > ADMIN_IDLE_MS) return null;
  return {
    userId: impersonation.user_id,
    sessionId: own.sessionId,
    mobileVerified: true,
    // Reads only, whatever the user's own sessions may do.
    scope: 'full',
    confirmedAt: null,
    provenAt: null,
    impersonation: { adminId: own.userId, name: impersonation.name, endsAt: impersonation.ends_at },
  };
}

/** Ends the impersonation and returns the impersonated user. Null when there was none. */
export function endImpersonation(deps: Deps, own: Caller): Promise<number | null> {
  return inTx(deps.db, async (tx) => {
    const userId = await deleteImpersonation(tx, own.sessionId);
    if (userId === null) return null;
    const entry = { adminId: own.userId, act: 'impersonation_ended', subject: 'user', subjectId: userId };
    await recordAuditEntry(tx, entry, deps.ports.clock.now());
    return userId;
  });
}
