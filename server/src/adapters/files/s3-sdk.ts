import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../config/file-store.ts';

const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 6_000;
/** A body that stops for this long is given up. A phone without a network for a while pauses what it is sent. */
const SILENT_MS = 60_000;
const ATTEMPTS = 3;
const CONNECTIONS = 64;

const load = async (settings: BucketSettings) => {
  // The SDK warns on Node 20 about its versions of 2027. This one is pinned, and supports Node 20.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const sdk = await import('./s3-modules.ts');
  const client: S3Client = new sdk.S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Repeats what a store asks to repeat, with growing pauses.
    retryMode: 'standard',
    maxAttempts: ATTEMPTS,
    // A checksum of every body, verified by the store, and of every answer, verified here.
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
  return { sdk, client };
};

const loaded = new WeakMap<BucketSettings, ReturnType<typeof load>>();

/** Loads the SDK at first use: it costs a process without a bucket neither time nor memory. */
export function loadSdk(settings: BucketSettings): ReturnType<typeof load> {
  const known = loaded.get(settings);
  if (known) return known;
  const loading = load(settings);
  loaded.set(settings, loading);
  return loading;
}
