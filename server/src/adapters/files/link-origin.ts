import type { BucketSettings, FileStoreConfig } from '../../config/file-store.ts';

/** The address of the bucket, below which its files are. */
export function buildBucketUrl({ endpoint, bucket, pathStyle }: BucketSettings): string {
  if (pathStyle) return `${endpoint}/${bucket}`;
  const { protocol, host, pathname } = new URL(endpoint);
  return `${protocol}//${bucket}.${host}${pathname.replace(/\/$/, '')}`;
}

/** Where browsers read files from besides our own server. */
export const listLinkOrigins = ({ bucket }: FileStoreConfig): string[] =>
  bucket === null ? [] : [new URL(buildBucketUrl(bucket)).origin];
