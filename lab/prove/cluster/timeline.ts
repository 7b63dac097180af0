/** What happened around a fault, in milliseconds since it began; null for what did not happen. */
export interface Timeline {
  /** The longest time without an acknowledged write, and the writes before and after it. */
  pauseMs: number;
  lastWriteMs: number;
  firstWriteMs: number | null;
  /** Another node became primary. */
  leader: { name: string; ms: number } | null;
  /** Three nodes follow one again. */
  healthyMs: number;
}

/** Finds the longest pause that ended after the fault began. `writes` are the times of acknowledged writes, in order. */
export function findPause(
  writes: readonly number[],
  faultAt: number,
  until: number,
): Pick<Timeline, 'pauseMs' | 'lastWriteMs' | 'firstWriteMs'> {
  const before = writes.findLast((at) => at < faultAt) ?? faultAt;
  const times = [before, ...writes.filter((at) => at >= faultAt && at <= until), until];
  let longest = { from: before, to: before };
  for (let index = 1; index < times.length; index++) {
    const [from = 0, to = 0] = [times[index - 1], times[index]];
    if (to - from > longest.to - longest.from) longest = { from, to };
  }
  return {
    pauseMs: longest.to - longest.from,
    lastWriteMs: longest.from - faultAt,
    firstWriteMs: longest.to === until ? null : longest.to - faultAt,
  };
}

const formatSeconds = (ms: number | null) =>
  ms === null ? 'never' : `${(ms / 1000).toFixed(1).replace('-0.0', '0.0')} s`;

/** A pause that nobody notices. */
const SHORT_MS = 2_000;

export function describeTimeline({
  pauseMs,
  lastWriteMs,
  firstWriteMs,
  leader,
  healthyMs,
}: Timeline): string {
  const pause =
    pauseMs < SHORT_MS
      ? `no pause (${formatSeconds(pauseMs)})`
      : `last write ${formatSeconds(lastWriteMs)}, first write ${formatSeconds(firstWriteMs)}`;
  const elected = leader ? `${leader.name} primary ${formatSeconds(leader.ms)}, ` : '';
  return `${elected}${pause}, three nodes ${formatSeconds(healthyMs)}`;
}
