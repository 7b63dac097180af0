const DAY_MS = 24 * 3600_000;
/** India is so far ahead of UTC, and has no other time. */
const IST_MS = 5.5 * 3600_000;

const getDayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`) - IST_MS;

export interface WorkedPart {
  position: number;
  fundedMs: number | null;
  /** When its work was first handed in. What the poster asked to change afterwards does not move it. */
  handedInMs: number | null;
  changeRequests: number;
}

export interface WorkTerms {
  /** The day in India by which the work is done. Null: none was agreed. */
  finishBy: string | null;
  /** The day on which it starts. Null: none was agreed. */
  startsOn: string | null;
  awardedMs: number;
  /** A dispute was opened. Then money and work stood still, and nobody's time is counted. */
  hasDispute: boolean;
  /** Those with work, without the fee of a visit. */
  parts: readonly WorkedPart[];
}

/** How long the work stood still because the next part was not paid yet. */
function countWaitMs(readyMs: number, parts: readonly WorkedPart[]): number {
  let waitMs = 0;
  for (const { fundedMs, handedInMs } of parts) {
    waitMs += Math.max(0, (fundedMs ?? readyMs) - readyMs);
    readyMs = Math.max(readyMs, fundedMs ?? readyMs, handedInMs ?? readyMs);
  }
  return waitMs;
}

/**
 * Whether the last part was handed in after the agreed day, in India. The day moves by each begun day that the work stood
 * still for a payment. Where the poster asked to change another part, or a dispute was opened, it is not late.
 */
export function isWorkLate({ finishBy, startsOn, awardedMs, hasDispute, parts }: WorkTerms): boolean {
  const worked = parts
    .filter(({ handedInMs }) => handedInMs !== null)
    .toSorted((a, b) => a.position - b.position);
  if (finishBy === null || hasDispute || worked.length === 0) return false;
  const last = worked.reduce((a, b) => ((b.handedInMs ?? 0) > (a.handedInMs ?? 0) ? b : a));
  if (parts.some((part) => part !== last && part.changeRequests > 0)) return false;
  const readyMs = Math.max(awardedMs, startsOn === null ? awardedMs : getDayStart(startsOn));
  const waitDays = Math.ceil(countWaitMs(readyMs, worked) / DAY_MS);
  return (last.handedInMs ?? 0) >= getDayStart(finishBy) + (1 + waitDays) * DAY_MS;
}
