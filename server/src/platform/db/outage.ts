/** Of the road to the database, of a server that goes or comes, and of one that has no room left. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '25006', // read only: a standby that is not the primary yet
  '55P03', // a lock that did not come in time
  '57014', // a statement that took too long
  '58030', // its disk fails
]);
/** Connections (08), room, memory and slots (53). */
const CLASSES = new Set(['08', '53']);

/** node-postgres says these without a code. */
const TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed/;

/** Is it the database that is away, rather than a mistake of ours? */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CODES.has(code) || CLASSES.has(code.slice(0, 2)) || TEXTS.test(error.message);
}

/** The database went away while it was told to commit: nobody knows whether it did. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('the database went away during a commit', { cause });
  }
}
