/** A failure that the user can fix: shown as its one line, without a stack. */
export class UserError extends Error {}
