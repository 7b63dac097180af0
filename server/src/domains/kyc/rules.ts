import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { CODE_CHARACTERS, CODE_LENGTH, type IdKind } from '@fws/contract/kyc/model';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import type { SessionRow } from './sessions-store.ts';
import type { VideoRow } from './videos-store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Before this, the first request may still be on its way to the vendor. */
export const FIRST_CHECK_AFTER_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;

/** Counted from the captcha, and again from the one-time password. */
export const SESSION_MS = 10 * MINUTE;
export const OTP_TRIES = 5;
/** DigiLocker's page expires after ten minutes; after this nobody can be on it any more. */
export const DIGILOCKER_EXPIRY_MS = 11 * MINUTE;

/** How long after its code was created a new video is accepted. */
export const CODE_MS = 10 * MINUTE;
/**
 * How long after its code was created a stored video may be used again: after a wrong captcha, after a mistyped number,
 * or when the vendor was down.
 */
export const VIDEO_REUSABLE_MS = 60 * MINUTE;

/** The minimum time between two polls of the vendor when a user keeps requesting the status. */
export const ASK_AGAIN_AFTER_MS = 10_000;

export interface Applicant {
  firstName: string;
  lastName: string;
  companyName: string;
  mobile: string;
}

/** The name that a number must belong to: for a GSTIN the company name, where there is one. */
export function getExpectedName(kind: IdKind, applicant: Applicant): string {
  const own = `${applicant.firstName} ${applicant.lastName}`.trim();
  return kind === 'gstin' && applicant.companyName !== '' ? applicant.companyName : own;
}

export type Decision =
  | { state: 'pending' }
  | { state: 'verified'; name: string }
  | { state: 'refused'; reason: SharedMessageId };

/** An admin gives the reason as free text. */
export type FinalDecision = Exclude<Decision, { state: 'pending' }> | { state: 'refused'; reason: string };

/** The vendor cannot be asked: the user may try again. */
export const UNANSWERED = { state: 'refused', reason: 'kyc.vendor_unavailable' } as const satisfies Decision;

export function decide(verdict: IdentityVerdict, expectedName: string): Decision {
  if (verdict.status === 'pending' || verdict.status === 'unfinished') return { state: 'pending' };
  if (verdict.status === 'denied') return { state: 'refused', reason: 'kyc.digilocker_denied' };
  if (verdict.status === 'refused') return { state: 'refused', reason: 'kyc.refused_number' };
  const name = verdict.registeredName ?? '';
  // For some kinds of number the vendor returns the holder's name without comparing it.
  if (!verdict.nameMatches && !isSameName(name, expectedName))
    return { state: 'refused', reason: 'kyc.refused_name' };
  return { state: 'verified', name: name === '' ? expectedName : name };
}

/** Whether a decision uses the video up. A number that the authority does not know says nothing about the video. */
export const spendsVideo = (decision: Decision | FinalDecision): boolean =>
  decision.state === 'verified' ||
  (decision.state === 'refused' &&
    !['kyc.vendor_unavailable', 'kyc.refused_number'].includes(decision.reason));

/** What to do with the video of a code: keep the new one, use the stored one, or refuse it with a message. */
export function classifyVideo(
  row: Pick<VideoRow, 'made_at' | 'sha256' | 'spent_at'>,
  sha256: string | null,
  now: Date,
): 'keep' | 'have' | SharedMessageId {
  const ageMs = now.getTime() - row.made_at.getTime();
  if (row.spent_at !== null) return 'kyc.code_used';
  if (row.sha256 !== null) {
    if (sha256 !== null && sha256 !== row.sha256) return 'kyc.code_used';
    return ageMs > VIDEO_REUSABLE_MS ? 'kyc.code_expired' : 'have';
  }
  if (sha256 === null) return 'kyc.video_required';
  return ageMs > CODE_MS ? 'kyc.code_expired' : 'keep';
}

export function generateCode(random: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[random(CODE_CHARACTERS.length)]).join('');
}

/** Whether a number may be submitted in this session: send it, it was sent already, or the session is over. */
export function getNumberStep(
  session: Pick<SessionRow, 'way' | 'created_at' | 'otp_sent_at' | 'number_last4'>,
  last4: string,
  now: Date,
): 'send' | 'sent' | 'over' {
  if (session.way !== 'number' || now.getTime() - session.created_at.getTime() > SESSION_MS) return 'over';
  if (session.otp_sent_at === null) return 'send';
  return session.number_last4 === last4 ? 'sent' : 'over';
}

export function findOtpRefusal(
  session: Pick<SessionRow, 'otp_sent_at' | 'tries'>,
  now: Date,
): SharedMessageId | null {
  if (session.otp_sent_at === null) return 'kyc.session_over';
  if (session.tries >= OTP_TRIES) return 'kyc.otp_tries';
  return now.getTime() - session.otp_sent_at.getTime() > SESSION_MS ? 'kyc.session_over' : null;
}

/** The delay before a pending check is polled again, by its age; null when it is given up. */
export function calculateCheckDelayMs(ageMs: number): number | null {
  if (ageMs > GIVE_UP_AFTER_MS) return null;
  return Math.min(Math.max(ageMs / 2, FIRST_CHECK_AFTER_MS), LONGEST_WAIT_MS);
}

/** Why a user in this state may not submit a number; null when they may. */
export function findSubmitRefusal(state: IdentityState): SharedMessageId | null {
  if (state === 'verified') return 'kyc.already_verified';
  return state === 'pending' ? 'kyc.already_pending' : null;
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'shri', 'sri', 'smt', 'km', 'kumari', 'm', 's']);

function parseNameTokens(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 2 && TITLES.has(words[0] ?? '')) words.shift();
  return words;
}

/**
 * Compares the words of two names in any order. A middle name may be missing from one of them; a first or last name may
 * not.
 */
export function isSameName(nameA: string, nameB: string): boolean {
  const [fewer, more] = [parseNameTokens(nameA), parseNameTokens(nameB)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (!fewer || !more || fewer.length === 0) return false;
  const unmatched = [...more];
  const allFound = fewer.every((word) => {
    const index = unmatched.indexOf(word);
    if (index >= 0) unmatched.splice(index, 1);
    return index >= 0;
  });
  return allFound && (unmatched.length === 0 || fewer.length >= 2);
}
