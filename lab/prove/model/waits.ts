import { DAY_MS, type Milestone, type ModelWait, type Waiting } from './state.ts';

/** The clock of a payment request, apart from the product's own rule. */

const LEAST_MS = 2 * DAY_MS;
/** After so many top-ups of 48 hours, the end of a hold adds nothing more. */
const TOP_UPS = 4;
export const CHANGES_MAX = 2;

export const createWait = (): ModelWait => ({ requestedAt: null, leftMs: null, addedMs: 0, changes: 0 });

export const getPeriodMs = (inPerson: boolean): number => (inPerson ? 3 : 14) * DAY_MS;

function stopClock(wait: ModelWait, now: number): void {
  if (wait.requestedAt === null || wait.leftMs === null) return;
  wait.leftMs = Math.max(0, wait.requestedAt + wait.leftMs - now);
}

export function requestPayment({ wait }: Milestone, periodMs: number, now: number): void {
  wait.leftMs = wait.leftMs === null ? periodMs : Math.max(wait.leftMs, LEAST_MS);
  wait.requestedAt = now;
}

export function returnWork({ wait }: Milestone, now: number): void {
  stopClock(wait, now);
  wait.changes += 1;
  if (wait.changes === 1) wait.leftMs = null;
  wait.requestedAt = null;
}

export function hold(milestone: Milestone, now: number): void {
  if (!milestone.held) stopClock(milestone.wait, now);
  milestone.held = true;
  milestone.split = null;
}

export function liftHold(milestone: Milestone, now: number): void {
  const { wait, held } = milestone;
  milestone.held = false;
  if (!held || wait.requestedAt === null || wait.leftMs === null) return;
  const topUpMs = Math.min(Math.max(LEAST_MS - wait.leftMs, 0), TOP_UPS * LEAST_MS - wait.addedMs);
  Object.assign(wait, {
    requestedAt: now,
    leftMs: wait.leftMs + topUpMs,
    addedMs: wait.addedMs + topUpMs,
  });
}

/** When the money is released without an answer; null while the clock stands still. */
export function getReleaseTime({ fund, work, held, wait }: Milestone): number | null {
  if (held || work !== 'payment_requested' || (fund !== 'funded' && fund !== 'accepted')) return null;
  return wait.requestedAt === null || wait.leftMs === null ? null : wait.requestedAt + wait.leftMs;
}

export const createWaiting = (): Waiting => ({ totalMs: 0, since: null, releasesAt: 0 });

/**
 * Adds the time since the last comparison, in which the release was promised for `waiting.releasesAt`, and answers whether
 * the total is within its bound: two periods, 48 hours for the last payment request, and the top-ups. Before this rule, a
 * bank that gave the money back again and again put off the release without end.
 */
export function recordWaiting(
  waiting: Waiting,
  { now, releasesAt, periodMs }: { now: number; releasesAt: number | null; periodMs: number },
): boolean {
  if (waiting.since !== null)
    waiting.totalMs += Math.max(0, Math.min(now, waiting.releasesAt) - waiting.since);
  waiting.since = releasesAt === null ? null : now;
  waiting.releasesAt = releasesAt ?? 0;
  return waiting.totalMs <= 2 * periodMs + (1 + TOP_UPS) * LEAST_MS;
}
