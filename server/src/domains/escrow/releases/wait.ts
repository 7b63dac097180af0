const HOUR_MS = 3600_000;

/** What a poster has at least after each new payment request. */
export const WAIT_MIN_MS = 48 * HOUR_MS;
/** What the ends of holds add to one milestone at most, so that holds one after another do not put off its release. */
export const WAIT_ADDED_MAX_MS = 4 * WAIT_MIN_MS;

/**
 * The clock of one milestone: how long its poster may leave a payment request unanswered. It runs from `requestedAt` on
 * while payment is requested and nothing holds the money.
 */
export interface Wait {
  /** When payment was requested or the last hold ended; null while no payment is requested. */
  requestedAt: Date | null;
  /** What was left at that time; while the clock stands still, what is left. Null: the whole period. */
  leftMs: number | null;
  /** What the ends of holds have added. */
  addedMs: number;
  /** How often the poster asked for changes. */
  changeRequests: number;
}

export const NEW_WAIT: Wait = { requestedAt: null, leftMs: null, addedMs: 0, changeRequests: 0 };

/** What is left once the clock has run until `now`. */
function calculateLeft({ requestedAt, leftMs }: Wait, now: Date): number | null {
  if (requestedAt === null || leftMs === null) return leftMs;
  return Math.max(0, leftMs - Math.max(0, now.getTime() - requestedAt.getTime()));
}

/** The worker requests payment: the clock starts with the whole period, or with what is left and at least the minimum. */
export const startWait = (wait: Wait, periodMs: number, now: Date): Wait => ({
  ...wait,
  requestedAt: now,
  leftMs: wait.leftMs === null ? periodMs : Math.max(wait.leftMs, WAIT_MIN_MS),
});

/** The poster asks for changes. The first time gives a new period, because the work is another; later ones keep the rest. */
export const returnWork = (wait: Wait, now: Date): Wait => ({
  ...wait,
  requestedAt: null,
  leftMs: wait.changeRequests === 0 ? null : calculateLeft(wait, now),
  changeRequests: wait.changeRequests + 1,
});

/** A hold begins. Its time does not count. */
export const pauseWait = (wait: Wait, now: Date): Wait => ({ ...wait, leftMs: calculateLeft(wait, now) });

/** The hold ends: what was left goes on, topped up to the minimum until the milestone's top-ups are used up. */
export function resumeWait(wait: Wait, now: Date): Wait {
  const { requestedAt, leftMs, addedMs } = wait;
  if (requestedAt === null) return wait;
  if (leftMs === null) return { ...wait, requestedAt: now };
  const topUpMs = Math.max(0, Math.min(WAIT_MIN_MS - leftMs, WAIT_ADDED_MAX_MS - addedMs));
  return { ...wait, requestedAt: now, leftMs: leftMs + topUpMs, addedMs: addedMs + topUpMs };
}

/**
 * The longest time that a poster can leave the payment requests of one milestone unanswered, all of them together and
 * whatever happens in between: two whole periods, the minimum after the last change request, and all top-ups.
 */
export const calculateLongestWaitMs = (periodMs: number): number =>
  2 * periodMs + WAIT_MIN_MS + WAIT_ADDED_MAX_MS;
