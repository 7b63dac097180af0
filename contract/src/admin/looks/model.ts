/** So long somebody of FWS may look as a user sees, at a time. */
export const LOOK_MS = 10 * 60_000;
