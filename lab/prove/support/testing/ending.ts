const RUNS_FOR_MS = 2_000;

/** Runs with a signal that is aborted in the middle of the work. The caller checks that little of it was done. */
export function runWithLimit<Run>(run: (signal: AbortSignal) => Promise<Run>): Promise<Run> {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), RUNS_FOR_MS);
  return run(ending.signal);
}
