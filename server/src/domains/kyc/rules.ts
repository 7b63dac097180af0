import type { IdentityState } from '@fws/contract/kyc/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { CODE_CHARACTERS, CODE_LENGTH, type IdKind, type NameMatch } from '@fws/contract/kyc/model';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';
import { compareCompanyNames, compareNames, type NameComparison } from './names/compare.ts';
import type { SessionRow } from './aadhaar/store.ts';
import type { VideoRow } from './videos/store.ts';

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

/** Whose a number must be. For a GSTIN that is the company, where there is one. */
export interface Claim {
  name: string;
  isCompany: boolean;
  /** The name as on the ID, where the user typed one; otherwise empty. */
  nameOnId: string;
}

export function buildClaim(kind: IdKind, applicant: Applicant, nameOnId: string): Claim {
  const isCompany = kind === 'gstin' && applicant.companyName !== '';
  const ownName = `${applicant.firstName} ${applicant.lastName}`.trim();
  return { name: isCompany ? applicant.companyName : ownName, isCompany, nameOnId };
}

/** The name that vendors are asked about. */
export const getAskedName = ({ name, nameOnId }: Claim): string => nameOnId || name;

export type Decision =
  | { state: 'pending' }
  /** A person compares the names. */
  | { state: 'review'; name: string }
  | { state: 'verified'; name: string }
  | { state: 'refused'; reason: SharedMessageId };

/** An admin gives the reason as free text. */
export type FinalDecision =
  | Extract<Decision, { state: 'verified' | 'refused' }>
  | { state: 'refused'; reason: string };

/** The vendor cannot be asked: the user may try again. */
export const UNANSWERED = { state: 'refused', reason: 'kyc.vendor_unavailable' } as const satisfies Decision;

export function decide(verdict: IdentityVerdict, claim: Claim): Decision {
  if (verdict.status === 'pending' || verdict.status === 'unfinished') return { state: 'pending' };
  if (verdict.status === 'denied') return { state: 'refused', reason: 'kyc.digilocker_denied' };
  if (verdict.status === 'refused') return { state: 'refused', reason: 'kyc.refused_number' };
  const idNames = [verdict.registeredName, verdict.tradeName].flatMap((name) => (name ? [name] : []));
  const [name] = idNames;
  const account = matchNames(idNames, claim.name, claim.isCompany);
  if (name === undefined || account === null) return { state: 'refused', reason: 'kyc.refused_name' };
  if (account === 'same') return { state: 'verified', name };
  // What is typed never verifies by itself: somebody who holds another person's ID knows the name on it.
  const typed = claim.nameOnId === '' ? 'other' : matchNames(idNames, claim.nameOnId, claim.isCompany);
  if (account === 'unclear' || typed !== 'other') return { state: 'review', name };
  return { state: 'refused', reason: claim.nameOnId === '' ? 'kyc.refused_name' : 'kyc.refused_typed_name' };
}

/** How the account's name and the typed one, if any, differ from the name on the ID, for a person who decides. */
export function compareWithId(
  { name, isCompany, nameOnId }: Claim,
  idName: string,
): { account: NameComparison; typed: NameComparison | null } {
  const compare = isCompany ? compareCompanyNames : compareNames;
  return { account: compare(name, idName), typed: nameOnId === '' ? null : compare(nameOnId, idName) };
}

const RANK: Readonly<Record<NameMatch, number>> = { same: 2, unclear: 1, other: 0 };

/** The best match with one of the names; null without one. A business has a legal name and a trade name. */
function matchNames(idNames: readonly string[], name: string, isCompany: boolean): NameMatch | null {
  const compare = isCompany ? compareCompanyNames : compareNames;
  const matches = idNames.map((idName) => compare(idName, name).match);
  return matches.toSorted((left, right) => RANK[right] - RANK[left])[0] ?? null;
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
