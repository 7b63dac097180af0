import type { FileRow } from './store.ts';

/**
 * Personal files must not stay in the browser of a shared phone. Profile photos are the exception: they appear in every
 * list and every signed-in user may see them, so the browser keeps them and revalidates them each time.
 */
export const cachingHeaders = (file: FileRow): Record<string, string> =>
  isKept(file)
    ? { 'cache-control': 'private, no-cache', etag: etag(file) }
    : { 'cache-control': 'private, no-store' };

/** True when the browser already has this photo. */
export const isUnchanged = (file: FileRow, ifNoneMatch: string | undefined): boolean =>
  isKept(file) && ifNoneMatch === etag(file);

const isKept = ({ subject }: FileRow): boolean => subject === 'avatar';

/** The content of a file never changes. */
const etag = ({ id }: FileRow): string => `"${id}"`;
