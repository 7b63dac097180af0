import * as z from 'zod';
import { checkOutsideAddress, findMode } from './addresses.ts';
import type { Faults } from './faults.ts';
import type { Environment } from './files.ts';
import { readProcessSettings } from './process.ts';
import { onOrOff, readSettings } from './settings.ts';
import { isTestCredential, SANDBOX_CREDENTIAL, type Surroundings } from './vendor.ts';

/**
 * Where files are. The two in the middle are for a move: both places are read, and only the first one is written
 * (docs/operations.md, "Move files to a bucket").
 */
export const FILE_PLACES = ['folder', 'folder-then-bucket', 'bucket-then-folder', 'bucket'] as const;
export type FilePlaces = (typeof FILE_PLACES)[number];

export const fileStoreEnvironment = {
  FILES: z.enum(FILE_PLACES).default('folder'),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      'it must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z\d-]+$/, 'it must look like ap-south-1')
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'it must look like https://s3.ap-south-1.amazonaws.com' })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: onOrOff.default(false),
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms', 'none']).default('AES256'),
  S3_KMS_KEY_ID: z.string().optional(),
};

type FileStoreValues = {
  [Name in keyof typeof fileStoreEnvironment]: z.output<(typeof fileStoreEnvironment)[Name]>;
};

/** A bucket of S3 or a compatible store. */
export interface BucketSettings {
  bucket: string;
  region: string;
  /** The address of the store, without the bucket. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's name stands in the path, not in the host's name. */
  pathStyle: boolean;
  encryption: { kind: 'AES256' } | { kind: 'aws:kms'; keyId: string | null } | { kind: 'none' };
}

export interface FileStoreConfig {
  places: FilePlaces;
  /** Null: files are only in the folder. */
  bucket: BucketSettings | null;
}

export function readFileStore(env: FileStoreValues, surroundings: Surroundings): FileStoreConfig {
  const places = env.FILES;
  if (places !== 'folder') return { places, bucket: readBucket(env, surroundings) };
  // Otherwise files would go to the folder, and nothing would say that the bucket stays empty.
  if (env.S3_BUCKET !== undefined)
    surroundings.faults.add('S3_BUCKET', 'is set, but FILES is folder: set FILES=bucket, or remove it');
  return { places, bucket: null };
}

/** The sandbox's bucket unless a bucket is named. */
function readBucket(env: FileStoreValues, { mode, sandboxUrl, faults }: Surroundings): BucketSettings {
  if (env.S3_BUCKET === undefined && sandboxUrl !== null) return buildSandboxBucket(sandboxUrl);
  for (const name of ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (env[name] === undefined) faults.add(name, `is not set, which FILES=${env.FILES} requires`);
    else if (mode === 'production' && isTestCredential(env[name]))
      faults.add(name, 'is a test credential, which production refuses');
  if (env.S3_ENDPOINT !== undefined) checkOutsideAddress('S3_ENDPOINT', env.S3_ENDPOINT, mode, faults);
  if (env.S3_BUCKET?.includes('.') && !env.S3_PATH_STYLE)
    faults.add(
      'S3_BUCKET',
      'contains a dot, which no certificate covers in a host’s name: set S3_PATH_STYLE=1',
    );
  if (env.S3_KMS_KEY_ID !== undefined && env.S3_ENCRYPTION !== 'aws:kms')
    faults.add('S3_KMS_KEY_ID', 'is set, but S3_ENCRYPTION is not aws:kms');
  return {
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION ?? '',
    endpoint: (env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`).replace(/\/$/, ''),
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: env.S3_PATH_STYLE,
    encryption:
      env.S3_ENCRYPTION === 'aws:kms'
        ? { kind: 'aws:kms', keyId: env.S3_KMS_KEY_ID ?? null }
        : { kind: env.S3_ENCRYPTION },
  };
}

const buildSandboxBucket = (sandboxUrl: string): BucketSettings => ({
  bucket: 'fws-files',
  region: 'ap-south-1',
  endpoint: `${sandboxUrl}/s3`,
  accessKeyId: SANDBOX_CREDENTIAL,
  secretAccessKey: SANDBOX_CREDENTIAL,
  pathStyle: true,
  encryption: { kind: 'AES256' },
});

/** The file store of the processes that run with this environment, for a tool that needs nothing else of it. */
export function readInstalledFileStore(env: Environment, faults: Faults): FileStoreConfig {
  const values = readSettings(
    { ...fileStoreEnvironment, ALLOW_SANDBOX: onOrOff.default(false), SANDBOX_URL: z.url().optional() },
    env,
    faults,
  );
  const { sandboxPort } = readProcessSettings(env, faults);
  const mode = findMode(env['NODE_ENV'] === 'production', values.ALLOW_SANDBOX);
  const sandboxUrl = values.SANDBOX_URL?.replace(/\/$/, '') ?? `http://127.0.0.1:${sandboxPort}`;
  return readFileStore(values, { mode, sandboxUrl: mode === 'production' ? null : sandboxUrl, faults });
}
