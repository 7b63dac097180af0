import type { Readable } from 'node:stream';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../config/file-store.ts';
import { FileStoreError, type FileStore, type LinkOptions } from '../../ports/file-store.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { createProviderCircuit, type CircuitSettings } from '../provider-circuit.ts';
import { checkKey } from './key.ts';
import { splitIntoParts } from './parts.ts';
import { explainStoreError, isMissing, toStoreError } from './s3-errors.ts';
import { loadSdk } from './s3-sdk.ts';

export interface S3Options {
  /** Larger bodies are sent in parts of this size. Every upload of a user fits in one. */
  partBytes?: number;
  /** How long an operation may take with its retries. */
  withinMs?: number;
  circuit?: CircuitSettings;
}

const PART_BYTES = 16 * 1024 * 1024;
/** S3 accepts no more. */
const PARTS_MAX = 10_000;
/** As for every other port; the rest of a ten-second request is left for our own work. */
const WITHIN_MS = 7_000;
/** Nobody waits for a file in parts. */
const PART_WITHIN_MS = 60_000;
const FAULT_WITHIN_MS = 3_000;

/**
 * Stores files in a private bucket of S3 or a compatible store.
 *
 * Own code sends the parts, because `Upload` of @aws-sdk/lib-storage leaves requests in flight when it is aborted, and
 * has no deadline for them.
 */
export function createS3Store(settings: BucketSettings, options: S3Options = {}): FileStore {
  const partBytes = options.partBytes ?? PART_BYTES;
  const withinMs = options.withinMs ?? WITHIN_MS;
  const circuit = createProviderCircuit('the file store', options.circuit);
  const { bucket: Bucket } = settings;
  const encryption = toEncryption(settings.encryption);

  /** Runs one operation within its time. Only requests and answers count, not the reading of an answer's body. */
  async function run<T>(
    operate: (client: S3Client, abort: { abortSignal: AbortSignal }) => Promise<T>,
    within = withinMs,
  ): Promise<T> {
    const { client } = await loadSdk(settings);
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), within);
    try {
      return await circuit.run('requests', () =>
        operate(client, { abortSignal: deadline.signal }).catch((error: unknown) => {
          throw toStoreError(error);
        }),
      );
    } catch (error) {
      if (error instanceof ProviderError && !(error instanceof FileStoreError))
        throw new FileStoreError(error.outcome, error.code, error.message, error.retryAfterMs);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function putWhole(Key: string, bytes: Buffer): Promise<{ bytes: number }> {
    const { sdk } = await loadSdk(settings);
    const command = new sdk.PutObjectCommand({ Bucket, Key, Body: bytes, ...encryption });
    await run((client, abort) => client.send(command, abort));
    return { bytes: bytes.length };
  }

  async function putParts(Key: string, parts: AsyncIterable<Buffer>): Promise<{ bytes: number }> {
    const { sdk } = await loadSdk(settings);
    const create = new sdk.CreateMultipartUploadCommand({
      Bucket,
      Key,
      ChecksumAlgorithm: 'CRC32',
      ...encryption,
    });
    const { UploadId } = await run((client, abort) => client.send(create, abort));
    const upload = { Bucket, Key, UploadId };
    try {
      return await sendParts(parts, upload);
    } catch (error) {
      const abortUpload = new sdk.AbortMultipartUploadCommand(upload);
      // Without an answer the parts stay until the bucket's lifecycle rule removes them.
      await run((client, abort) => client.send(abortUpload, abort)).catch(() => undefined);
      throw error;
    }
  }

  async function sendParts(
    parts: AsyncIterable<Buffer>,
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
  ): Promise<{ bytes: number }> {
    const { sdk } = await loadSdk(settings);
    const Parts: CompletedPart[] = [];
    let bytes = 0;
    for await (const Body of parts) {
      const PartNumber = Parts.length + 1;
      if (PartNumber > PARTS_MAX) throw new Error(`${upload.Key} has more parts than a bucket accepts`);
      const command = new sdk.UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: 'CRC32' });
      const { ETag, ChecksumCRC32 } = await run(
        (client, abort) => client.send(command, abort),
        PART_WITHIN_MS,
      );
      Parts.push({ PartNumber, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) });
      bytes += Body.length;
    }
    const complete = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    await run((client, abort) => client.send(complete, abort), PART_WITHIN_MS);
    return { bytes };
  }

  return {
    async put(key, body) {
      checkKey(key);
      try {
        const parts = splitIntoParts(body, partBytes);
        // A body that fails before its end sends nothing, unless it has more than one part.
        const { value: first } = await parts.next();
        if (!first) throw new Error('an empty body, too, has a part');
        return first.isLast
          ? await putWhole(key, first.bytes)
          : await putParts(key, startWith(first.bytes, parts));
      } finally {
        if (!Buffer.isBuffer(body)) body.destroy();
      }
    },

    async get(key) {
      checkKey(key);
      const { sdk } = await loadSdk(settings);
      const command = new sdk.GetObjectCommand({ Bucket, Key: key });
      const answer = await run((client, abort) => client.send(command, abort).catch(acceptMissing));
      return (answer?.Body as Readable | undefined) ?? null;
    },

    async remove(key) {
      checkKey(key);
      const { sdk } = await loadSdk(settings);
      const command = new sdk.DeleteObjectCommand({ Bucket, Key: key });
      await run((client, abort) => client.send(command, abort).catch(acceptMissing));
    },

    async createLink(key, link) {
      checkKey(key);
      const { sdk, client } = await loadSdk(settings);
      const head = new sdk.HeadObjectCommand({ Bucket, Key: key });
      // Signing asks nobody: without this, an outage or a missing file would be the store's own error page.
      const answer = await run((by, abort) => by.send(head, abort).catch(acceptMissing));
      if (!answer) return null;
      const command = new sdk.GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentType: link.contentType,
        ResponseContentDisposition: link.contentDisposition,
        ResponseCacheControl: link.cacheControl,
      });
      return sdk.getSignedUrl(client, command, {
        expiresIn: link.validSeconds,
        signingDate: findSigningTime(new Date(), link),
      });
    },

    async findFault() {
      const { sdk } = await loadSdk(settings);
      const command = new sdk.HeadBucketCommand({ Bucket });
      try {
        await run((client, abort) => client.send(command, abort), FAULT_WITHIN_MS);
        return null;
      } catch (error) {
        return explainStoreError(error, settings);
      }
    },
  };
}

/** The beginning of the current period. */
function findSigningTime(now: Date, { periodSeconds }: LinkOptions): Date {
  const periodMs = (periodSeconds ?? 0) * 1000;
  return periodMs === 0 ? now : new Date(Math.floor(now.getTime() / periodMs) * periodMs);
}

function toEncryption(encryption: BucketSettings['encryption']) {
  if (encryption.kind === 'none') return {};
  if (encryption.kind === 'AES256') return { ServerSideEncryption: 'AES256' } as const;
  const key = encryption.keyId === null ? {} : { SSEKMSKeyId: encryption.keyId };
  // Without a bucket key, each file would cost a call of the key service.
  return { ServerSideEncryption: 'aws:kms', BucketKeyEnabled: true, ...key } as const;
}

function acceptMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

async function* startWith(first: Buffer, parts: AsyncIterable<{ bytes: Buffer }>): AsyncGenerator<Buffer> {
  yield first;
  for await (const { bytes } of parts) yield bytes;
}
