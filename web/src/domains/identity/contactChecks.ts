import { useSyncExternalStore } from 'react';
import type { CurrentUser, OtpChannel } from '@fws/contract/identity/model';

/** Which dialog is due about the user's contacts: a code to give, or, after registering, that all is done. */
type Due = { kind: 'code'; channel: OtpChannel } | { kind: 'welcome' } | null;

/** What has been put off until the next visit, and whether this visit began with registering. */
type Visit = { putOff: readonly OtpChannel[]; welcome: boolean };

let visit: Visit = { putOff: [], welcome: false };
const listeners = new Set<() => void>();

function change(next: Partial<Visit>): void {
  visit = { ...visit, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const startWelcome = (): void => change({ welcome: true, putOff: [] });
export const endWelcome = (): void => change({ welcome: false });
/** What was put off is asked for now after all. */
export const askAgain = (channel: OtpChannel): void =>
  change({ putOff: visit.putOff.filter((each) => each !== channel) });
export const putOff = (channel: OtpChannel): void => change({ putOff: [...visit.putOff, channel] });

export function dueCheck(
  user: Pick<CurrentUser, 'mobileVerified' | 'emailVerified'>,
  { putOff: later, welcome }: Visit,
): Due {
  if (!user.mobileVerified && !later.includes('mobile')) return { kind: 'code', channel: 'mobile' };
  // The e-mail's turn comes once the mobile is done, not when it was put off.
  if (user.mobileVerified && !user.emailVerified && !later.includes('email'))
    return { kind: 'code', channel: 'email' };
  return welcome ? { kind: 'welcome' } : null;
}

const current = (): Visit => visit;
export const useVisit = (): Visit => useSyncExternalStore(subscribe, current, current);
