/** A failure that the person at the keyboard can mend: shown as its one line, without a stack. */
export class UserError extends Error {}
