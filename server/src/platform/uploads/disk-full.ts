import { FileStoreError } from '../../ports/file-store.ts';

const CODES = new Set(['ENOSPC', 'EDQUOT']);

/** Is there no space left where we store files? */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof FileStoreError
    ? error.code === 'full'
    : error instanceof Error && 'code' in error && CODES.has(String(error.code));
