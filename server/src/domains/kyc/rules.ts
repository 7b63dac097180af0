import type { IdentityState } from '@fws/contract/kyc/process';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { CODE_CHARACTERS, CODE_LENGTH, type IdKind } from '@fws/contract/kyc/model';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A request may still be on its way to the vendor before this. */
export const FIRST_CHECK_AFTER_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;

/** From the picture, and again from the one-time password. */
export const SESSION_MS = 10 * MINUTE;
export const OTP_TRIES = 5;
/** DigiLocker's page is good for ten minutes; after that nobody can be on it any more. */
export const DIGILOCKER_OVER_MS = 11 * MINUTE;

/** A code is read aloud within this time, … */
export const CODE_MS = 10 * MINUTE;
/** … and its video then stands for more than one try: a wrong captcha, a mistyped number, a vendor that is down. */
export const VIDEO_STANDS_MS = 60 * MINUTE;

/** How often a person who keeps looking makes us ask the vendor. */
export const ASK_AGAIN_AFTER_MS = 10_000;

export interface Applicant {
  firstName: string;
  lastName: string;
  companyName: string;
  mobile: string;
}

/** Whose number it should be: a GSTIN is the business's where there is one. */
export function nameAskedFor(kind: IdKind, applicant: Applicant): string {
  const own = `${applicant.firstName} ${applicant.lastName}`.trim();
  return kind === 'gstin' && applicant.companyName !== '' ? applicant.companyName : own;
}

export type Decision =
  | { state: 'pending' }
  | { state: 'verified'; name: string }
  | { state: 'refused'; reason: SharedMessageId };

/** The reason of a person of FWS is in their own words. */
export type Decided = Decision | { state: 'refused'; reason: string };

/** Nobody can be asked: the person may try again. */
export const UNANSWERED: Decision = { state: 'refused', reason: 'kyc.vendor_unavailable' };

export function decide(verdict: IdentityVerdict, nameAsked: string): Decision {
  if (verdict.status === 'pending' || verdict.status === 'unfinished') return { state: 'pending' };
  if (verdict.status === 'denied') return { state: 'refused', reason: 'kyc.digilocker_denied' };
  if (verdict.status === 'refused') return { state: 'refused', reason: 'kyc.refused_number' };
  const name = verdict.registeredName ?? '';
  // For some kinds of number the vendor names the holder and compares nothing.
  if (!verdict.nameMatches && !sameName(name, nameAsked))
    return { state: 'refused', reason: 'kyc.refused_name' };
  return { state: 'verified', name: name === '' ? nameAsked : name };
}

/** Whether the video was looked at together with somebody's papers; a number of nobody's tells nothing of it. */
export const spendsVideo = (decision: Decided): boolean =>
  decision.state === 'verified' ||
  (decision.state === 'refused' &&
    !['kyc.vendor_unavailable', 'kyc.refused_number'].includes(decision.reason));

export interface VideoRow {
  made_at: Date;
  sha256: string | null;
  spent_at: Date | null;
}

/** What the video that came with a code means: the one to keep, the one we have, or none that counts. */
export function videoFor(row: VideoRow, sha256: string | null, now: Date): 'keep' | 'have' | SharedMessageId {
  const ageMs = now.getTime() - row.made_at.getTime();
  if (row.spent_at !== null) return 'kyc.code_used';
  if (row.sha256 !== null) {
    if (sha256 !== null && sha256 !== row.sha256) return 'kyc.code_used';
    return ageMs > VIDEO_STANDS_MS ? 'kyc.code_expired' : 'have';
  }
  if (sha256 === null) return 'kyc.video_required';
  return ageMs > CODE_MS ? 'kyc.code_expired' : 'keep';
}

export function codeFrom(random: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[random(CODE_CHARACTERS.length)]).join('');
}

export interface SessionRow {
  user_id: number;
  way: 'number' | 'digilocker';
  number_last4: string | null;
  otp_sent_at: Date | null;
  tries: number;
  created_at: Date;
}

/** Whether a number may be handed in with this picture: send it, it was sent already, or no more. */
export function numberStep(session: SessionRow, last4: string, now: Date): 'send' | 'sent' | 'over' {
  if (session.way !== 'number' || now.getTime() - session.created_at.getTime() > SESSION_MS) return 'over';
  if (session.otp_sent_at === null) return 'send';
  return session.number_last4 === last4 ? 'sent' : 'over';
}

export function otpHindrance(session: SessionRow, now: Date): SharedMessageId | null {
  if (session.otp_sent_at === null) return 'kyc.session_over';
  if (session.tries >= OTP_TRIES) return 'kyc.otp_tries';
  return now.getTime() - session.otp_sent_at.getTime() > SESSION_MS ? 'kyc.session_over' : null;
}

/** When a pending check is asked about again, by its age; null when it has been waited for long enough. */
export function nextCheckAfterMs(ageMs: number): number | null {
  if (ageMs > GIVE_UP_AFTER_MS) return null;
  return Math.min(Math.max(ageMs / 2, FIRST_CHECK_AFTER_MS), LONGEST_WAIT_MS);
}

/** Why a person in this state may not hand in a number; null when they may. */
export function submitHindrance(state: IdentityState): SharedMessageId | null {
  if (state === 'verified') return 'kyc.already_verified';
  return state === 'pending' ? 'kyc.already_pending' : null;
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'shri', 'sri', 'smt', 'km', 'kumari', 'm', 's']);

function nameTokens(name: string): string[] {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  while (words.length > 2 && TITLES.has(words[0] ?? '')) words.shift();
  return words;
}

/** The same words in any order; a middle name may be missing from one of the two, a first or last name not. */
export function sameName(one: string, other: string): boolean {
  const [fewer, more] = [nameTokens(one), nameTokens(other)].toSorted((a, b) => a.length - b.length);
  if (!fewer || !more || fewer.length === 0) return false;
  const rest = [...more];
  const found = fewer.every((word) => {
    const index = rest.indexOf(word);
    if (index >= 0) rest.splice(index, 1);
    return index >= 0;
  });
  return found && (rest.length === 0 || fewer.length >= 2);
}
