/** The maximum duration of one impersonation. */
export const IMPERSONATION_MS = 10 * 60_000;
