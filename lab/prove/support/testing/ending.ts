/** A run with a time limit must have ended this long after it; `npm run prove:…` leaves it otherwise. */
const ENDS_WITHIN_MS = 30_000;
const RUNS_FOR_MS = 2_000;

/** Runs with a signal that is aborted in the middle of the work. Resolves with the run, and with whether it was in time. */
export async function runWithLimit<Run>(
  run: (signal: AbortSignal) => Promise<Run>,
): Promise<{ run: Run; isInTime: boolean }> {
  const ending = new AbortController();
  const limit = performance.now() + RUNS_FOR_MS;
  setTimeout(() => ending.abort(), RUNS_FOR_MS);
  const result = await run(ending.signal);
  return { run: result, isInTime: performance.now() < limit + ENDS_WITHIN_MS };
}
