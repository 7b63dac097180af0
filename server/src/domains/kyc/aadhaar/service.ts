import type { AadhaarWay } from '@fws/contract/kyc/model';
import type { AadhaarCaptcha, DigilockerStart, SubmitIdentity } from '@fws/contract/kyc/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { randomUUID } from 'node:crypto';
import { countAttempt } from '../../../platform/attempts.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Applicant as Person, IdentityVerdict } from '../../../ports/identity-verifier.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { concludeInTx, openCheck } from '../checks/service.ts';
import { fingerprintAadhaar } from '../fingerprints/rules.ts';
import {
  buildClaim,
  decide,
  DIGILOCKER_EXPIRY_MS,
  FIRST_CHECK_AFTER_MS,
  getAskedName,
  calculateCheckDelayMs,
  getNumberStep,
  findOtpRefusal,
  OTP_TRIES,
  SESSION_MS,
  findSubmitRefusal,
  type Decision,
} from '../rules.ts';
import {
  updateSession,
  insertSession,
  lockSession,
  findSessionById,
  findOwnSession,
  type SessionRow,
} from './store.ts';
import { findCheckById, type CheckRow } from '../checks/store.ts';
import { getApplicant, getIdentity, lockApplicant } from '../applicants/store.ts';
import { LIMITS } from '../limits.ts';

const UNAVAILABLE = refuse('unavailable', 'kyc.vendor_unavailable');

/** Returns the vendor's answer, or 'no_answer'. What the vendor did in that case is polled later. */
async function callVendor<T>(deps: Deps, step: string, request: Promise<T>): Promise<T | 'no_answer'> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { what: step, outcome: error.outcome, code: error.code });
    return 'no_answer';
  }
}

async function getVendorApplicant(deps: Deps, userId: number, nameOnId = ''): Promise<Person> {
  const applicant = await getApplicant(deps.db, userId);
  return { name: getAskedName(buildClaim('aadhaar', applicant, nameOnId)), mobile: applicant.mobile };
}

async function checkCanStart(deps: Deps, userId: number, way: AadhaarWay): Promise<Outcome<null>> {
  if (deps.config.aadhaarWay !== way) return refuse('conflict', 'kyc.other_way');
  const refusal = findSubmitRefusal((await getIdentity(deps.db, userId)).state);
  return refusal ? refuse('conflict', refusal) : done(null);
}

export async function startAadhaar(deps: Deps, userId: number): Promise<Outcome<AadhaarCaptcha>> {
  const now = deps.ports.clock.now();
  const allowed = await checkCanStart(deps, userId, 'number');
  if (!allowed.ok) return allowed;
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.captcha_user), String(userId), now),
  );
  if (!counted.ok) return counted;
  const person = await getVendorApplicant(deps, userId);
  const started = await callVendor(deps, 'captcha', deps.ports.identity.startAadhaar(person));
  if (started === 'no_answer') return UNAVAILABLE;
  const { providerReference, captcha } = started;
  const session = await inTx(deps.db, (tx) =>
    insertSession(tx, { userId, way: 'number', providerReference, videoId: null, nameOnId: '', now }),
  );
  return done({ sessionId: session.id, image: captcha });
}

/** Passes the number to the vendor within this call and never stores it; the session keeps its last four digits. */
export async function sendAadhaarOtp(
  deps: Deps,
  userId: number,
  command: SubmitIdentity,
  videoId: number,
): Promise<Outcome<{ sessionId: string }>> {
  const now = deps.ports.clock.now();
  const allowed = await checkCanStart(deps, userId, 'number');
  if (!allowed.ok) return allowed;
  const session = await findOwnSession(deps.db, userId, command.sessionId);
  const last4 = command.number.slice(-4);
  const step = session && session.check_id === null ? getNumberStep(session, last4, now) : 'over';
  if (!session || step === 'over') return refuseField('captcha', 'kyc.session_over');
  if (step === 'sent') return done({ sessionId: session.id });
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.aadhaar_user), String(userId), now),
  );
  if (!counted.ok) return refuse('too_many', 'kyc.too_many');
  const { provider_reference: providerReference } = session;
  const { number, captcha } = command;
  const sent = await callVendor(
    deps,
    'number',
    deps.ports.identity.sendAadhaarOtp({ providerReference, number, captcha }),
  );
  if (sent === 'no_answer') return UNAVAILABLE;
  if (sent === 'wrong_captcha' || sent === 'over') {
    // An identical request a moment earlier may be the one that the vendor accepted.
    const latest = await findSessionById(deps.db, session.id);
    if (latest && getNumberStep(latest, last4, now) === 'sent') return done({ sessionId: session.id });
    return refuseField('captcha', sent === 'over' ? 'kyc.session_over' : 'kyc.captcha_wrong');
  }
  await inTx(deps.db, (tx) =>
    updateSession(tx, session.id, {
      number_last4: last4,
      video_id: videoId,
      name_on_id: command.nameOnId,
      ...(sent === 'sent' ? { otp_sent_at: now } : {}),
    }),
  );
  if (sent === 'sent') return done({ sessionId: session.id });
  await concludeSession(deps, session.id, { decision: { state: 'refused', reason: 'kyc.refused_number' } });
  return refuseField('number', 'kyc.refused_number');
}

/** Returns the check of the session; null when another check is pending or has verified the user meanwhile. */
export async function submitAadhaarOtp(
  deps: Deps,
  userId: number,
  command: { sessionId: string; otp: string },
): Promise<Outcome<CheckRow | null>> {
  const now = deps.ports.clock.now();
  const session = await findOwnSession(deps.db, userId, command.sessionId);
  if (!session) return refuse('not_found', 'common.not_found');
  // The client repeats the request after the answer was lost.
  if (session.check_id !== null) return done(await findCheckById(deps.db, session.check_id));
  const allowed = await inTx(deps.db, (tx) => claimTry(tx, session.id, now));
  if (!allowed.ok) return allowed;
  const { identity } = deps.ports;
  const { provider_reference: providerReference } = session;
  const verdict = await callVendor(
    deps,
    'otp',
    identity.completeAadhaar({ providerReference, otp: command.otp }),
  );
  if (verdict === 'no_answer') return UNAVAILABLE;
  if (verdict === 'over') return refuseField('otp', 'kyc.session_over');
  if (verdict === 'wrong_otp' || verdict.status === 'unfinished')
    return refuseField('otp', allowed.value >= OTP_TRIES ? 'kyc.otp_tries' : 'identity.otp_wrong');
  return done(await applyVerdict(deps, session, verdict));
}

/**
 * Counts the try before the vendor is asked, so that parallel tries cannot exceed the limit. Also schedules a poll, in
 * case the vendor's answer is lost.
 */
async function claimTry(tx: Tx, sessionId: string, now: Date): Promise<Outcome<number>> {
  const session = await lockSession(tx, sessionId);
  const refusal = findOtpRefusal(session, now);
  if (refusal === 'kyc.otp_tries') return refuse('too_many', refusal);
  if (refusal) return refuseField('otp', refusal);
  await updateSession(tx, sessionId, { tries: session.tries + 1 });
  await scheduleSettleTask(tx, sessionId, new Date(now.getTime() + FIRST_CHECK_AFTER_MS));
  return done(session.tries + 1);
}

export async function startDigilocker(
  deps: Deps,
  userId: number,
  { videoId, nameOnId }: { videoId: number; nameOnId: string },
): Promise<Outcome<DigilockerStart>> {
  const { clock, identity } = deps.ports;
  const now = clock.now();
  const allowed = await checkCanStart(deps, userId, 'digilocker');
  if (!allowed.ok) return allowed;
  const providerReference = identity.buildDigilockerReference(`kyc_${randomUUID()}`);
  const opened = await inTx(deps.db, async (tx): Promise<Outcome<SessionRow>> => {
    const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.aadhaar_user), String(userId), now);
    if (!counted.ok) return refuse('too_many', 'kyc.too_many');
    const way = 'digilocker';
    const session = await insertSession(tx, { userId, way, providerReference, videoId, nameOnId, now });
    // Finds the verdict of a user who agreed at DigiLocker and never came back.
    await scheduleSettleTask(tx, session.id, new Date(now.getTime() + DIGILOCKER_EXPIRY_MS));
    return done(session);
  });
  if (!opened.ok) return opened;
  const { id } = opened.value;
  const returnUrl = `${deps.config.publicUrl}/ekycEdit?${new URLSearchParams({ digilocker: id })}`;
  const person = await getVendorApplicant(deps, userId, nameOnId);
  const started = await callVendor(
    deps,
    'digilocker',
    identity.startDigilocker({ providerReference, returnUrl, person }),
  );
  return started === 'no_answer' ? UNAVAILABLE : done({ referenceId: id, url: started.url });
}

const scheduleSettleTask = (tx: Tx, sessionId: string, runAt: Date) =>
  enqueue(tx, 'settle_identity', { sessionId }, { runAt, key: `identity-session:${sessionId}` });

/** Task: polls the vendor for the verdict of a session whose end we did not see. */
export async function settleIdentity(deps: Deps, sessionId: string): Promise<void> {
  const session = await findSessionById(deps.db, sessionId);
  if (!session || session.check_id !== null) return;
  if (await pollSession(deps, session)) return;
  const now = deps.ports.clock.now();
  const ageMs = now.getTime() - session.created_at.getTime();
  const waitMs = session.way === 'number' && ageMs > 2 * SESSION_MS ? null : calculateCheckDelayMs(ageMs);
  if (waitMs !== null)
    await inTx(deps.db, (tx) => scheduleSettleTask(tx, sessionId, new Date(now.getTime() + waitMs)));
}

/** Returns true when no further poll is needed. */
export async function pollSession(deps: Deps, session: SessionRow): Promise<boolean> {
  const verdict = await callVendor(
    deps,
    'session',
    deps.ports.identity.getVerdict(session.provider_reference),
  );
  if (verdict === null) return true;
  if (verdict === 'no_answer' || verdict.status === 'unfinished') return false;
  await applyVerdict(deps, session, verdict);
  return true;
}

async function applyVerdict(
  deps: Deps,
  session: SessionRow,
  verdict: IdentityVerdict,
): Promise<CheckRow | null> {
  const claim = buildClaim('aadhaar', await getApplicant(deps.db, session.user_id), session.name_on_id);
  return concludeSession(deps, session.id, {
    decision: decide(verdict, claim),
    last4: verdict.numberLast4,
    birthDate: verdict.birthDate,
  });
}

/** One session leads to one check, whether the user's request, the task or both at once bring the verdict. */
function concludeSession(
  deps: Deps,
  sessionId: string,
  {
    decision,
    last4,
    birthDate,
  }: { decision: Decision; last4?: string | undefined; birthDate?: string | undefined },
): Promise<CheckRow | null> {
  return inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const session = await lockSession(tx, sessionId);
    const { user_id: userId } = session;
    const applicant = await lockApplicant(tx, userId);
    if (session.check_id !== null) return findCheckById(tx, session.check_id);
    if (findSubmitRefusal(applicant.identityState)) return null;
    const numberLast4 = session.number_last4 ?? last4 ?? null;
    const check = await openCheck(tx, {
      userId,
      identityState: applicant.identityState,
      kind: 'aadhaar',
      numberLast4,
      videoId: session.video_id,
      providerReference: session.provider_reference,
      nameOnId: session.name_on_id,
      fingerprints: fingerprintAadhaar(deps.identityKeys, numberLast4, birthDate),
      now,
    });
    await updateSession(tx, sessionId, { check_id: check.id });
    const providerReference = session.provider_reference;
    return concludeInTx(deps, tx, check, { decision, providerReference, fingerprints: [] });
  });
}
