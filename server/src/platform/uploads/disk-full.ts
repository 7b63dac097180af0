const CODES = new Set(['ENOSPC', 'EDQUOT']);

/** Is there no space left where we store files? */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(String(error.code));
