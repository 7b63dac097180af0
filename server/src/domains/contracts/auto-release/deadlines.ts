import { isInEscrow, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import type { ReleaseWaits } from '../../escrow/index.ts';

const DAY_MS = 24 * 3600_000;
/** The poster is reminded at most this long before the release. */
export const REMINDER_LEAD_MS = 2 * DAY_MS;

export const getWaitMs = (waits: ReleaseWaits, inPerson: boolean): number =>
  inPerson ? waits.inPerson : waits.remote;

/** Two days before the end or, for a short wait, after two thirds of it. */
export const calculateReminderDelayMs = (waitMs: number): number =>
  waitMs - Math.min(REMINDER_LEAD_MS, waitMs / 3);

export interface AwaitingAnswer {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  /** Since when the poster's time runs, and what of it was left then; null: the whole period. */
  requestedAt: Date | null;
  leftMs: number | null;
}

/** When the money is released automatically; null while no deadline runs. */
export function calculateReleaseTime(milestone: AwaitingAnswer, periodMs: number): Date | null {
  const { fund, work, onHold, requestedAt, leftMs } = milestone;
  if (onHold || work !== 'payment_requested' || requestedAt === null) return null;
  if (!isInEscrow(fund)) return null;
  return new Date(requestedAt.getTime() + (leftMs ?? periodMs));
}
