import type { BucketSettings } from '../../config/file-store.ts';
import { FileStoreError } from '../../ports/file-store.ts';
import { ProviderError } from '../../ports/provider-error.ts';

interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  code?: string;
}

const getStatus = (error: SdkError): number => error.$metadata?.httpStatusCode ?? 0;

/** The names that S3, Ceph, MinIO and Swift use. */
const NO_ROOM = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'EntityTooLarge']);

const WRONG_ADDRESS = /^(?:ENOTFOUND|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** A missing file. A missing bucket is a fault; only HEAD, whose answers have no body, cannot tell them apart. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && getStatus(error) === 404 && error.name !== 'NoSuchBucket';

export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ProviderError) return error;
  const sdkError: SdkError = error;
  const status = getStatus(sdkError);
  if (status === 507 || NO_ROOM.has(error.name))
    return new FileStoreError('rejected', 'full', `the file store has no room (${error.name})`);
  // What a store does not know (501), it will not know in a minute.
  if ((status >= 500 && status !== 501) || status === 429 || status === 408)
    return new FileStoreError('unknown', `http_${status}`, `the file store answered ${status} ${error.name}`);
  if (status >= 300)
    return new FileStoreError(
      'rejected',
      error.name,
      `the file store refused: ${error.name}, ${error.message}`,
    );
  // A name that does not exist or a certificate of somebody else does not mend itself.
  if (WRONG_ADDRESS.test(sdkError.code ?? ''))
    return new FileStoreError('rejected', 'wrong_address', `${sdkError.code}, ${error.message}`);
  // Anything else without a status did not reach the store, or its answer did not reach us.
  const reason = sdkError.code ?? error.name;
  return new FileStoreError('unknown', 'no_answer', `the file store did not answer (${reason})`);
}

/** A sentence for the operator. */
export function explainStoreError(error: unknown, { bucket, endpoint }: BucketSettings): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The bucket ${bucket} at ${endpoint} cannot be used: ${message}`;
}
