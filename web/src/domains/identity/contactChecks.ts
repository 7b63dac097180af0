import { useSyncExternalStore } from 'react';
import type { OtpChannel } from '@fws/contract/identity/model';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import { readWelcome, storeWelcome } from './welcome.ts';

/** The contact dialog that is due: a code to enter, or a welcome at the end of registration. */
type Due = { kind: 'code'; channel: OtpChannel } | { kind: 'welcome' } | null;

interface Visit {
  /** Channels postponed until the next visit. */
  postponed: readonly OtpChannel[];
  /** Id of the user who has just registered. Survives a reload. */
  welcome: number | null;
}

let visit: Visit = { postponed: [], welcome: readWelcome() };
const listeners = new Set<() => void>();

function updateVisit(next: Partial<Visit>): void {
  visit = { ...visit, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startWelcome(userId: number): void {
  storeWelcome(userId);
  updateVisit({ welcome: userId, postponed: [] });
}

export function endWelcome(): void {
  storeWelcome(null);
  updateVisit({ welcome: null });
}

/** Ends the postponement of a channel and asks for its code now. */
export const resumeCheck = (channel: OtpChannel): void =>
  updateVisit({ postponed: visit.postponed.filter((each) => each !== channel) });
export const putOff = (channel: OtpChannel): void =>
  updateVisit({ postponed: [...visit.postponed, channel] });

export function findDueCheck(
  user: Pick<CurrentUser, 'id' | 'mobileVerified' | 'emailVerified'>,
  { postponed: postponedChannels, welcome }: Visit,
): Due {
  if (!user.mobileVerified && !postponedChannels.includes('mobile'))
    return { kind: 'code', channel: 'mobile' };
  // The e-mail is due when the mobile number is verified, not when it was postponed.
  if (user.mobileVerified && !user.emailVerified && !postponedChannels.includes('email'))
    return { kind: 'code', channel: 'email' };
  // Until then the account cannot do anything.
  return welcome === user.id && user.mobileVerified ? { kind: 'welcome' } : null;
}

const getVisit = (): Visit => visit;
export const useVisit = (): Visit => useSyncExternalStore(subscribe, getVisit, getVisit);
