/** The pauses before each further attempt. After the last one the user decides. */
const PAUSES_MS = [1_000, 3_000, 10_000] as const;

export type RetryDecision = { kind: 'again'; afterMs: number } | { kind: 'when_online' } | { kind: 'failed' };

/** What follows an attempt that failed. `status` 0: no answer arrived. `attempts`: how many failed in a row. */
export function decideRetry(failure: { status: number; attempts: number; online: boolean }): RetryDecision {
  const { status, attempts, online } = failure;
  if (status === 0 && !online) return { kind: 'when_online' };
  const mayPass = status === 0 || status >= 500;
  const afterMs = PAUSES_MS[attempts - 1];
  return mayPass && afterMs !== undefined ? { kind: 'again', afterMs } : { kind: 'failed' };
}

/** The server's word on the file itself. Anything else may pass later: a login that ended, too many requests, an outage. */
const REFUSED_FILE = new Set([400, 413, 415, 422]);

/** Whether the user may try once more. What the server says of a file, it would say again. */
export const mayRetry = (status: number): boolean => !REFUSED_FILE.has(status);
