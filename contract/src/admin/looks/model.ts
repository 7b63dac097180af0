/** The maximum duration of one impersonation. */
export const LOOK_MS = 10 * 60_000;
