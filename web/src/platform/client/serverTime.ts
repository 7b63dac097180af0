let latestMs: number | null = null;

/** The `Date` of a reply. */
export function noteServerTime(date: string | null): void {
  const ms = Date.parse(date ?? '');
  if (!Number.isNaN(ms) && ms > (latestMs ?? 0)) latestMs = ms;
}

/** The last time of the server that this page has seen, in ms, whatever the clock of the device says. Null: none yet. */
export const getServerTime = (): number | null => latestMs;
