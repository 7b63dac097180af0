export const pickLater = (one: Date, other: Date): Date => (one < other ? other : one);

/** The first and the last of some times, which name the months to read. */
export function findTimes(times: readonly Date[]): { first: Date; last: Date } {
  const ms = times.map((time) => time.getTime());
  return { first: new Date(Math.min(...ms)), last: new Date(Math.max(...ms)) };
}

/** Whether messages are missing before those of the last page, the newest first: numbers begin with 1. `end`: the number after them. */
export const isCutOff = (rows: readonly { number: number }[], end: number): boolean =>
  (rows.at(-1)?.number ?? end) > 1;
