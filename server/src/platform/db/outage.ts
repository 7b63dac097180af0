/** Read only: a standby that is not promoted yet, or a former primary. */
export const READ_ONLY = '25006';

/** Network errors, a server that starts or stops, and a server without free resources. */
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
  READ_ONLY,
  '55P03', // lock timeout
  '57014', // statement timeout
  '58030', // disk error
]);
/** Connection errors (08); no free disk, memory or connections (53). */
const CLASSES = new Set(['08', '53']);

/** node-postgres reports these without a code, and Citus, of one of its nodes, with the code of an internal error. */
const TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|failure on connection marked as essential|postmaster was shut down/;

/** Is the database unavailable, as opposed to an error of our own? */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CODES.has(code) || CLASSES.has(code.slice(0, 2)) || TEXTS.test(error.message);
}

/** The database became unavailable during a commit or after one: the caller must look whether it was done. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('the database went away during a commit, or after one', { cause });
  }
}
