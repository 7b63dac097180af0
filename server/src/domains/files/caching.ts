import type { FileRow } from './store.ts';

const CACHEABLE: readonly FileRow['subject'][] = ['avatar', 'job_photo'];

/**
 * Personal files must not stay in the browser of a shared phone. Profile photos and photos of jobs are the exception:
 * they appear in lists and every signed-in user may see them, so the browser keeps them and revalidates them each time.
 */
export const buildCachingHeaders = (file: FileRow): Record<string, string> =>
  isCacheable(file)
    ? { 'cache-control': 'private, no-cache', etag: buildEtag(file) }
    : { 'cache-control': 'private, no-store' };

interface LinkTimes {
  cacheControl: string;
  validSeconds: number;
  periodSeconds?: number;
}

/**
 * A browser finds a photo in its cache only at the same address, so photos that every signed-in user may see have
 * the same one for an hour. An answer is never cached for longer than its address is valid.
 */
export const getLinkTimes = (file: FileRow): LinkTimes =>
  isCacheable(file)
    ? { cacheControl: 'private, max-age=3600', validSeconds: 7200, periodSeconds: 3600 }
    : { cacheControl: 'private, no-store', validSeconds: 60 };

/** True when the browser already has this photo. */
export const isUnchanged = (file: FileRow, ifNoneMatch: string | undefined): boolean =>
  isCacheable(file) && ifNoneMatch === buildEtag(file);

const isCacheable = ({ subject }: FileRow): boolean => CACHEABLE.includes(subject);

/** The content of a file never changes. */
const buildEtag = ({ id }: FileRow): string => `"${id}"`;
