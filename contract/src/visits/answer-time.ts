import { IST_OFFSET_MS } from '../platform/dates.ts';
import { ANSWER_HOURS, ANSWER_MS } from './model.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/** When the time to answer is over that began with the delivery of a message. Hours of the night do not count. */
export function calculateAnswerBy(deliveredMs: number): number {
  let atMs = deliveredMs;
  let leftMs = ANSWER_MS;
  for (;;) {
    const midnightMs = Math.floor((atMs + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS;
    const countedFromMs = Math.max(atMs, midnightMs + ANSWER_HOURS.from * HOUR_MS);
    const countedMs = Math.max(0, midnightMs + ANSWER_HOURS.until * HOUR_MS - countedFromMs);
    if (countedMs >= leftMs) return countedFromMs + leftMs;
    leftMs -= countedMs;
    atMs = midnightMs + DAY_MS;
  }
}
