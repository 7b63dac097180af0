const CODES = new Set(['ENOSPC', 'EDQUOT']);

/** Is there no room left where we keep files? */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(String(error.code));
