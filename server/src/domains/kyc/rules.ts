import type { IdKind } from '@fws/contract/kyc/model';
import type { IdentityState } from '@fws/contract/kyc/process';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { IdentityVerdict } from '../../ports/identity-verifier.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A request may still be on its way to the vendor before this. */
export const FIRST_CHECK_AFTER_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;

/** The vendor is paid by the check. */
export const CHECKS_A_DAY = 10;
export const CHECKS_WINDOW_MS = DAY;

/** How often a person who keeps looking makes us ask the vendor. */
export const ASK_AGAIN_AFTER_MS = 10_000;

export interface Applicant {
  firstName: string;
  lastName: string;
  companyName: string;
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

/** Nobody can be asked: the person may try again. */
export const UNANSWERED: Decision = { state: 'refused', reason: 'kyc.vendor_unavailable' };

export function decide(verdict: IdentityVerdict, nameAsked: string): Decision {
  if (verdict.status === 'pending') return { state: 'pending' };
  if (verdict.status === 'refused') return { state: 'refused', reason: 'kyc.refused_number' };
  const name = verdict.registeredName ?? '';
  // For some kinds of number the vendor names the holder and compares nothing.
  if (!verdict.nameMatches && !sameName(name, nameAsked))
    return { state: 'refused', reason: 'kyc.refused_name' };
  return { state: 'verified', name: name === '' ? nameAsked : name };
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
