import type { AdminStatus, NewFactor } from '@fws/contract/admin/schemas';
import type { Role } from '@fws/contract/platform/permissions';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { clearAttempts, countAttempt } from '../../platform/attempts.ts';
import { buildAuthenticatorUri, createRecoveryCodes, createSecret } from '../../platform/authenticator.ts';
import { commitRefusal, inTx, type Db, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { publish } from '../../platform/realtime/index.ts';
import { seal } from '../../platform/keys.ts';
import { getCurrentUser } from '../identity/index.ts';
import { recordAuditEntry } from './audit/store.ts';
import { FACTOR_USE, getFactorState, findStep } from './factor/service.ts';
import { isMfaVerified, refuseNotAdmin } from './policy.ts';
import {
  acceptSecret,
  clearFactor,
  endAdminSession,
  lockMember,
  findMember,
  offerSecret,
  openAdminSession,
  removeMember,
  replaceRecoveryCodes,
  saveMember,
  getAdminSession,
  spendRecoveryCode,
  updateLastStep,
  type Member,
  type AdminSession,
} from './store.ts';
import { LIMITS } from './limits.ts';

interface SessionOwner {
  userId: number;
  sessionId: number;
}

export async function getAdminStatus(deps: Deps, caller: SessionOwner): Promise<Outcome<AdminStatus>> {
  const session = await getAdminSession(deps.db, caller.userId, caller.sessionId);
  if (!session) return refuseNotAdmin();
  const user = await getCurrentUser(deps.db, caller.userId);
  return done({
    name: `${user.firstName} ${user.lastName}`.trim(),
    role: session.role,
    factor: getFactorState(deps.keyring, session),
    entered: isMfaVerified(session, deps.ports.clock.now()),
  });
}

/** Offers a new secret on every call until one is confirmed by a code. After that only FWS's command line resets it. */
export async function beginFactor(deps: Deps, caller: SessionOwner): Promise<Outcome<NewFactor>> {
  const secret = createSecret();
  const session = await getAdminSession(deps.db, caller.userId, caller.sessionId);
  return inTx(deps.db, async (tx): Promise<Outcome<NewFactor>> => {
    const member = await lockMember(tx, caller.userId);
    if (!member) return refuseNotAdmin();
    const refusal = refuseNewFactor(deps, member, session);
    if (refusal) return refusal;
    await offerSecret(tx, caller.userId, seal(deps.keyring, FACTOR_USE, secret));
    const { email } = await getCurrentUser(tx, caller.userId);
    return done({ secret, uri: buildAuthenticatorUri(secret, `Admin ${email}`) });
  });
}

/** The first code proves that the app has the secret. It opens the session; the recovery codes are returned only here. */
export async function setFactor(deps: Deps, caller: SessionOwner, code: string): Promise<Outcome<string[]>> {
  const codes = createRecoveryCodes();
  const session = await getAdminSession(deps.db, caller.userId, caller.sessionId);
  return tryCode(deps, caller, async (tx, member, now) => {
    const refusal = refuseNewFactor(deps, member, session);
    if (refusal) return refusal;
    const step = findStep(deps.keyring, member.offered_secret, code, now);
    if (step === null) return refuseField('code', 'admin.code_wrong');
    await acceptSecret(tx, caller.userId, step, now);
    await replaceRecoveryCodes(tx, caller.userId, codes);
    await openAdminSession(tx, { ...caller, now });
    await recordAuditEntry(tx, { ...buildAuditSubject(caller), act: 'factor_set' }, now);
    return done(codes);
  });
}

/** Verifies a code, to open the admin area or to confirm a step-up. Each recovery code works once. */
export function enter(deps: Deps, caller: SessionOwner, code: string): Promise<Outcome<null>> {
  return tryCode(deps, caller, async (tx, member, now) => {
    const state = getFactorState(deps.keyring, member);
    if (state === 'none') return refuse('conflict', 'admin.factor_missing');
    const isAppCode = await consumeStep(deps, tx, member, code, now);
    const isAccepted = isAppCode || (await spendRecoveryCode(tx, caller.userId, code, now));
    if (!isAccepted) {
      await recordAuditEntry(tx, { ...buildAuditSubject(caller), act: 'enter_refused' }, now);
      return refuseField('code', state === 'lost' ? 'admin.factor_lost' : 'admin.code_wrong');
    }
    await openAdminSession(tx, { ...caller, now });
    await recordAuditEntry(
      tx,
      { ...buildAuditSubject(caller), act: isAppCode ? 'entered' : 'entered_by_recovery_code' },
      now,
    );
    return done(null);
  });
}

export function leave(deps: Deps, caller: SessionOwner): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    if (await endAdminSession(tx, caller.sessionId))
      await recordAuditEntry(tx, { ...buildAuditSubject(caller), act: 'left' }, deps.ports.clock.now());
    return done(null);
  });
}

/** Refuses to replace a working second factor, and a lost one unless a recovery code was given in this session. */
function refuseNewFactor(
  deps: Deps,
  member: Member,
  session: AdminSession | null,
): ReturnType<typeof refuse> | null {
  const state = getFactorState(deps.keyring, member);
  if (state === 'set') return refuse('conflict', 'admin.factor_exists');
  const isVerified = session !== null && isMfaVerified(session, deps.ports.clock.now());
  return state === 'lost' && !isVerified
    ? refuse('forbidden', 'admin.factor_lost', { stepUp: 'totp' })
    : null;
}

const buildAuditSubject = ({ userId }: SessionOwner) => ({
  adminId: userId,
  subject: 'admin',
  subjectId: userId,
});

/** Counts the attempt in its own transaction before checking the code: a code has a million values and five attempts. */
async function tryCode<T>(
  deps: Deps,
  { userId }: SessionOwner,
  work: (tx: Tx, member: Member, now: Date) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.admin_code_user), String(userId), now),
  );
  if (!counted.ok) return counted;
  return inTx(deps.db, async (tx) => {
    const member = await lockMember(tx, userId);
    if (!member) return refuseNotAdmin();
    const outcome = await work(tx, member, now);
    if (outcome.ok) await clearAttempts(tx, deps.config.limits.get(LIMITS.admin_code_user), String(userId));
    return commitRefusal(outcome);
  });
}

/** Accepts a code of the app only if its time step is newer than the last one used. */
async function consumeStep(deps: Deps, tx: Tx, member: Member, code: string, now: Date): Promise<boolean> {
  const step = findStep(deps.keyring, member.totp_secret, code, now);
  if (step === null || step <= member.totp_last_step) return false;
  await updateLastStep(tx, member.user_id, step);
  return true;
}

// Called only by FWS's command line.

/** Null when no user has verified that address: anybody can register with it. */
export async function findUserIdByEmail(db: Db, email: string): Promise<number | null> {
  const user = await db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return user?.id ?? null;
}

export function grantRole(db: Db, userId: number, role: Role, now: Date): Promise<void> {
  return inTx(db, async (tx) => {
    await saveMember(tx, userId, role, now);
    await recordAuditEntry(
      tx,
      { ...buildCommandLineSubject(userId), act: 'role_granted', details: { role } },
      now,
    );
  });
}

/** False when the user was not an admin. Deleting the member also ends their admin sessions. */
export function revokeRole(db: Db, userId: number, now: Date): Promise<boolean> {
  return inTx(db, async (tx) => {
    const removed = await removeMember(tx, userId);
    if (removed) {
      await recordAuditEntry(tx, { ...buildCommandLineSubject(userId), act: 'role_revoked' }, now);
      // Makes open streams of an impersonation check their session again.
      await publish(tx, { users: [userId], topic: 'identity', id: userId });
    }
    return removed;
  });
}

/** For an admin who has lost the app and the recovery codes. False when the user is not an admin. */
export function resetFactor(db: Db, userId: number, now: Date): Promise<boolean> {
  return inTx(db, async (tx) => {
    if (!(await findMember(tx, userId))) return false;
    await clearFactor(tx, userId);
    await recordAuditEntry(tx, { ...buildCommandLineSubject(userId), act: 'factor_reset' }, now);
    return true;
  });
}

const buildCommandLineSubject = (userId: number) => ({ adminId: null, subject: 'admin', subjectId: userId });
