import type { FundState, WorkState } from '@fws/contract/contracts/process';

const DAY_MS = 24 * 3600_000;
const REMINDER_BEFORE_MS = 2 * DAY_MS;

/** How long a poster has to answer, as configured. */
export interface ReleaseWaits {
  remote: number;
  inPerson: number;
}

export const waitOf = (waits: ReleaseWaits, inPerson: boolean): number =>
  inPerson ? waits.inPerson : waits.remote;

/** Two days before the end; where there are only a few days, when two thirds of them are over. */
export const reminderAfter = (waitMs: number): number => waitMs - Math.min(REMINDER_BEFORE_MS, waitMs / 3);

export interface AwaitingAnswer {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  requestedAt: Date | null;
}

/** When the money is released by itself; null while no clock runs. */
export function releasesAt(milestone: AwaitingAnswer, waitMs: number): Date | null {
  const { fund, work, onHold, requestedAt } = milestone;
  if (onHold || work !== 'payment_requested' || requestedAt === null) return null;
  if (fund !== 'funded' && fund !== 'accepted') return null;
  return new Date(requestedAt.getTime() + waitMs);
}
