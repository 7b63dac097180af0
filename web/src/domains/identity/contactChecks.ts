import { useSyncExternalStore } from 'react';
import type { CurrentUser, OtpChannel } from '@fws/contract/identity/model';

/** The contact dialog that is due: a code to enter, or a welcome at the end of registration. */
type Due = { kind: 'code'; channel: OtpChannel } | { kind: 'welcome' } | null;

interface Visit {
  /** Channels postponed until the next visit. */
  putOff: readonly OtpChannel[];
  /** Id of the user who has just registered. Survives a reload. */
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

/** Ends the postponement of a channel and asks for its code now. */
export const askAgain = (channel: OtpChannel): void =>
  change({ putOff: visit.putOff.filter((each) => each !== channel) });
export const putOff = (channel: OtpChannel): void => change({ putOff: [...visit.putOff, channel] });

export function dueCheck(
  user: Pick<CurrentUser, 'id' | 'mobileVerified' | 'emailVerified'>,
  { putOff: later, welcome }: Visit,
): Due {
  if (!user.mobileVerified && !later.includes('mobile')) return { kind: 'code', channel: 'mobile' };
  // The e-mail is due when the mobile number is verified, not when it was postponed.
  if (user.mobileVerified && !user.emailVerified && !later.includes('email'))
    return { kind: 'code', channel: 'email' };
  // Until then the account cannot do anything.
  return welcome === user.id && user.mobileVerified ? { kind: 'welcome' } : null;
}

const current = (): Visit => visit;
export const useVisit = (): Visit => useSyncExternalStore(subscribe, current, current);
