import { useSyncExternalStore } from 'react';
import type { CurrentUser, OtpChannel } from '@fws/contract/identity/model';

/** Which dialog is due about the user's contacts: a code to give, or, after registering, that all is done. */
type Due = { kind: 'code'; channel: OtpChannel } | { kind: 'welcome' } | null;

interface Visit {
  /** What has been put off until the next visit. */
  putOff: readonly OtpChannel[];
  /** Who has just registered, by id. A reload does not change that. */
  welcome: number | null;
}

const WELCOME_KEY = 'welcome';

function readWelcome(): number | null {
  try {
    return Number(sessionStorage.getItem(WELCOME_KEY)) || null;
  } catch {
    return null;
  }
}

function keepWelcome(userId: number | null): void {
  try {
    if (userId === null) sessionStorage.removeItem(WELCOME_KEY);
    else sessionStorage.setItem(WELCOME_KEY, String(userId));
  } catch {
    // Storage may be off: then a reload forgets it.
  }
}

let visit: Visit = { putOff: [], welcome: readWelcome() };
const listeners = new Set<() => void>();

function change(next: Partial<Visit>): void {
  visit = { ...visit, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startWelcome(userId: number): void {
  keepWelcome(userId);
  change({ welcome: userId, putOff: [] });
}

export function endWelcome(): void {
  keepWelcome(null);
  change({ welcome: null });
}

/** What was put off is asked for now after all. */
export const askAgain = (channel: OtpChannel): void =>
  change({ putOff: visit.putOff.filter((each) => each !== channel) });
export const putOff = (channel: OtpChannel): void => change({ putOff: [...visit.putOff, channel] });

export function dueCheck(
  user: Pick<CurrentUser, 'id' | 'mobileVerified' | 'emailVerified'>,
  { putOff: later, welcome }: Visit,
): Due {
  if (!user.mobileVerified && !later.includes('mobile')) return { kind: 'code', channel: 'mobile' };
  // The e-mail's turn comes once the mobile is done, not when it was put off.
  if (user.mobileVerified && !user.emailVerified && !later.includes('email'))
    return { kind: 'code', channel: 'email' };
  // Before that the account is not ready for anything.
  return welcome === user.id && user.mobileVerified ? { kind: 'welcome' } : null;
}

const current = (): Visit => visit;
export const useVisit = (): Visit => useSyncExternalStore(subscribe, current, current);
