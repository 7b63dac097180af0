/** So many people can be invited to quote on one job. */
export const INVITATIONS_PER_JOB_MAX = 20;

/** An invitation that the worker does not answer lapses after so many days. */
export const INVITATION_LASTS_DAYS = 7;

/** So many characters may the line of an invitation have. */
export const NOTE_MAX = 300;
