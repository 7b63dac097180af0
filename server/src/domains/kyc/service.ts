import type {
  IdentityStatus,
  SampleVideo,
  SubmittedIdentity,
  SubmitIdentity,
} from '@fws/contract/kyc/schemas';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { NewFile } from '../../platform/files.ts';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { pollSession, sendAadhaarOtp, startDigilocker, submitAadhaarOtp } from './aadhaar/service.ts';
import { pollCheck, conclude, openCheck } from './checks/service.ts';
import { fingerprintNumber } from './fingerprints/rules.ts';
import {
  ASK_AGAIN_AFTER_MS,
  buildClaim,
  decide,
  getAskedName,
  findSubmitRefusal,
  UNANSWERED,
  VIDEO_REUSABLE_MS,
  type Claim,
} from './rules.ts';
import { claimSessionPoll, findOwnSession } from './aadhaar/store.ts';
import { listSampleVideoRows, findReusableCode } from './videos/store.ts';
import {
  claimCheckPoll,
  countChecksSince,
  findLatestCheck,
  ownsReference,
  type CheckRow,
} from './checks/store.ts';
import { getIdentity, lockApplicant } from './applicants/store.ts';
import { saveVideo } from './videos/service.ts';
import { LIMITS } from './limits.ts';

type Upload = NewFile['upload'] | undefined;

/** Passes the number to the vendor within this call. It is never stored: in no table, no log and no queued task. */
export async function submitIdentity(
  deps: Deps,
  userId: number,
  command: SubmitIdentity,
  upload: Upload,
): Promise<Outcome<SubmittedIdentity>> {
  const video = await saveVideo(deps, userId, command.code, upload);
  if (!video.ok) return video;
  let sessionId: string | null = null;
  if (command.kind === 'aadhaar') {
    const sent = await sendAadhaarOtp(deps, userId, command, video.value);
    if (!sent.ok) return sent;
    ({ sessionId } = sent.value);
  } else {
    const decided = await submitNumber(deps, userId, { ...command, kind: command.kind }, video.value);
    if (!decided.ok) return decided;
  }
  return done({ ...(await getIdentityStatus(deps, userId)), sessionId });
}

type NumberSubmission = { kind: 'pan' | 'gstin'; number: string; nameOnId: string };

async function submitNumber(
  deps: Deps,
  userId: number,
  submission: NumberSubmission,
  videoId: number,
): Promise<Outcome<null>> {
  const opened = await inTx(deps.db, (tx) => openNumberCheck(deps, tx, userId, submission, videoId));
  if (!opened.ok) return opened;
  const { check, claim } = opened.value;
  const verdict = await askVendor(deps, check, submission.number, getAskedName(claim));
  if (verdict === 'unknown') return done(null);
  const decision = verdict === 'not_taken' ? UNANSWERED : decide(verdict, claim);
  const providerReference = verdict === 'not_taken' ? null : verdict.providerReference;
  await conclude(deps, check, { decision, providerReference, fingerprints: [] });
  if (decision.state !== 'refused') return done(null);
  return verdict === 'not_taken'
    ? refuse('unavailable', decision.reason)
    : refuseField('number', decision.reason);
}

async function openNumberCheck(
  deps: Deps,
  tx: Tx,
  userId: number,
  { kind, number, nameOnId }: NumberSubmission,
  videoId: number,
): Promise<Outcome<{ check: CheckRow; claim: Claim }>> {
  const now = deps.ports.clock.now();
  const applicant = await lockApplicant(tx, userId);
  const refusal = findSubmitRefusal(applicant.identityState);
  if (refusal) return refuse('conflict', refusal);
  const { max, windowMs } = deps.config.limits.get(LIMITS.identity_check_user);
  const recentCount = await countChecksSince(tx, userId, new Date(now.getTime() - windowMs));
  if (recentCount >= max) return refuse('too_many', 'kyc.too_many');
  const check = await openCheck(tx, {
    userId,
    identityState: applicant.identityState,
    kind,
    numberLast4: number.slice(-4),
    videoId,
    providerReference: null,
    nameOnId,
    fingerprints: fingerprintNumber(deps.identityKeys, kind, number),
    now,
  });
  return done({ check, claim: buildClaim(kind, applicant, nameOnId) });
}

async function askVendor(
  deps: Deps,
  check: CheckRow,
  number: string,
  name: string,
): Promise<IdentityVerdict | 'unknown' | 'not_taken'> {
  const { identity } = deps.ports;
  const request = { referenceId: check.reference_id, name };
  try {
    return check.kind === 'pan'
      ? await identity.verifyPan({ ...request, pan: number })
      : await identity.verifyGstin({ ...request, gstin: number });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('identity vendor did not answer', { checkId: check.id, code: error.code });
    return error.outcome === 'unknown' ? 'unknown' : 'not_taken';
  }
}

export async function completeAadhaar(
  deps: Deps,
  userId: number,
  command: { sessionId: string; otp: string },
): Promise<Outcome<IdentityStatus>> {
  const completed = await submitAadhaarOtp(deps, userId, command);
  if (!completed.ok) return completed;
  const status = await getIdentityStatus(deps, userId);
  const reason = completed.value?.state === 'refused' ? completed.value.reason : null;
  return reason === null ? done(status) : refuse('invalid', reason as SharedMessageId);
}

export async function beginDigilocker(
  deps: Deps,
  userId: number,
  { code, nameOnId }: { code: string; nameOnId: string },
  upload: Upload,
) {
  const video = await saveVideo(deps, userId, code, upload);
  return video.ok ? startDigilocker(deps, userId, { videoId: video.value, nameOnId }) : video;
}

/** Returns the current status. A pending check is polled again, at most once per `ASK_AGAIN_AFTER_MS`. */
export async function refreshIdentityStatus(
  deps: Deps,
  userId: number,
  referenceId: string,
): Promise<Outcome<IdentityStatus>> {
  const now = deps.ports.clock.now();
  const checkedBefore = new Date(now.getTime() - ASK_AGAIN_AFTER_MS);
  const session = await findOwnSession(deps.db, userId, referenceId);
  if (session) {
    // Back from DigiLocker: the first request polls at once.
    const since = session.asked_at.getTime() === session.created_at.getTime() ? now : checkedBefore;
    const claimed = await inTx(deps.db, (tx) => claimSessionPoll(tx, session.id, since, now));
    if (claimed) await pollSession(deps, session);
  } else if (referenceId !== '' && !(await ownsReference(deps.db, userId, referenceId)))
    return refuse('not_found', 'common.not_found');
  const check = await findLatestCheck(deps.db, userId);
  if (check?.state === 'pending' && check.provider_reference !== null && check.provider_name === null)
    if (await inTx(deps.db, (tx) => claimCheckPoll(tx, check.id, checkedBefore, now)))
      await pollCheck(deps, check);
  return done(await getIdentityStatus(deps, userId));
}

export async function getIdentityStatus(deps: Deps, userId: number): Promise<IdentityStatus> {
  const reusableSince = new Date(deps.ports.clock.now().getTime() - VIDEO_REUSABLE_MS);
  const [latest, { state }, code] = await Promise.all([
    findLatestCheck(deps.db, userId),
    getIdentity(deps.db, userId),
    findReusableCode(deps.db, userId, reusableSince),
  ]);
  return {
    state,
    referenceId: latest?.reference_id ?? '',
    reason: state === 'refused' || state === 'pending' ? (latest?.reason ?? null) : null,
    aadhaarWay: deps.config.aadhaarWay,
    code,
  };
}

export const listSampleVideos = (deps: Deps): Promise<SampleVideo[]> => listSampleVideoRows(deps.db);
