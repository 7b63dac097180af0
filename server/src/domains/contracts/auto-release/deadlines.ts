import { isInEscrow, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';

const DAY_MS = 24 * 3600_000;
const REMINDER_BEFORE_MS = 2 * DAY_MS;

/** The configured time that a poster has to answer. */
export interface ReleaseWaits {
  remote: number;
  inPerson: number;
}

export const getWaitMs = (waits: ReleaseWaits, inPerson: boolean): number =>
  inPerson ? waits.inPerson : waits.remote;

/** Two days before the end or, for a short wait, after two thirds of it. */
export const calculateReminderDelayMs = (waitMs: number): number =>
  waitMs - Math.min(REMINDER_BEFORE_MS, waitMs / 3);

export interface AwaitingAnswer {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  requestedAt: Date | null;
}

/** When the money is released automatically; null while no deadline runs. */
export function calculateReleaseTime(milestone: AwaitingAnswer, waitMs: number): Date | null {
  const { fund, work, onHold, requestedAt } = milestone;
  if (onHold || work !== 'payment_requested' || requestedAt === null) return null;
  if (!isInEscrow(fund)) return null;
  return new Date(requestedAt.getTime() + waitMs);
}
