/** After this idle time the second factor is required again. */
export const ADMIN_IDLE_MS = 30 * 60_000;
/** Decisions that move money require a second-factor code at most this old. */
export const ADMIN_CONFIRM_MS = 10 * 60_000;
