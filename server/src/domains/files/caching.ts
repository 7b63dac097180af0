import type { FileRow } from './store.ts';

/**
 * Nothing of a person's files stays in the browser of a shared phone. Profile photos stand in every list, and are shown
 * to every signed-in user anyway: they are kept, and asked about each time.
 */
export const cachingHeaders = (file: FileRow): Record<string, string> =>
  isKept(file)
    ? { 'cache-control': 'private, no-cache', etag: etag(file) }
    : { 'cache-control': 'private, no-store' };

/** The browser has this photo already. */
export const isUnchanged = (file: FileRow, ifNoneMatch: string | undefined): boolean =>
  isKept(file) && ifNoneMatch === etag(file);

const isKept = ({ subject }: FileRow): boolean => subject === 'avatar';

/** The content of a file never changes. */
const etag = ({ id }: FileRow): string => `"${id}"`;
