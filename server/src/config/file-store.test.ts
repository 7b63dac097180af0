import { expect, test } from 'vitest';
import { Faults } from './faults.ts';
import { fileStoreEnvironment, readFileStore } from './file-store.ts';
import { readSettings } from './settings.ts';
import type { Mode } from './addresses.ts';

function read(env: Record<string, string>, mode: Mode = 'production', sandboxUrl: string | null = null) {
  const faults = new Faults();
  const values = readSettings(fileStoreEnvironment, env, faults);
  const files = readFileStore(values, { mode, sandboxUrl, faults });
  faults.throwIfAny();
  return files;
}

const BUCKET = {
  FILES: 'bucket',
  S3_BUCKET: 'fws-files',
  S3_REGION: 'ap-south-1',
  S3_ACCESS_KEY_ID: 'AKIA1',
  S3_SECRET_ACCESS_KEY: 'very secret',
};

test('files are in the folder by default', () => {
  expect(read({})).toEqual({ places: 'folder', bucket: null });
});

test('reads a bucket of Amazon, and one of another store', () => {
  expect(read(BUCKET)).toEqual({
    places: 'bucket',
    bucket: {
      bucket: 'fws-files',
      region: 'ap-south-1',
      endpoint: 'https://s3.ap-south-1.amazonaws.com',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'very secret',
      pathStyle: false,
      encryption: { kind: 'AES256' },
    },
  });
  const other = {
    FILES: 'bucket-then-folder',
    S3_ENDPOINT: 'https://ceph.fws.in/',
    S3_PATH_STYLE: '1',
    S3_ENCRYPTION: 'aws:kms',
    S3_KMS_KEY_ID: 'key-1',
  };
  expect(read({ ...BUCKET, ...other })).toMatchObject({
    places: 'bucket-then-folder',
    bucket: {
      endpoint: 'https://ceph.fws.in',
      pathStyle: true,
      encryption: { kind: 'aws:kms', keyId: 'key-1' },
    },
  });
});

test('uses the sandbox’s bucket where there is one and no other is named', () => {
  const { bucket } = read({ FILES: 'bucket' }, 'development', 'http://127.0.0.1:3001');
  expect(bucket).toEqual({
    bucket: 'fws-files',
    region: 'ap-south-1',
    endpoint: 'http://127.0.0.1:3001/s3',
    accessKeyId: 'sandbox',
    secretAccessKey: 'sandbox',
    pathStyle: true,
    encryption: { kind: 'AES256' },
  });
  const minio = { ...BUCKET, S3_ENDPOINT: 'http://127.0.0.1:9000' };
  expect(read(minio, 'trial', 'http://127.0.0.1:3001').bucket?.endpoint).toBe('http://127.0.0.1:9000');
});

test.each<[Record<string, string>, Mode, RegExp]>([
  [{ FILES: 'somewhere' }, 'production', /^FILES is wrong: it must be one of folder, /],
  [
    { FILES: 'folder' },
    'production',
    /^S3_BUCKET is set, but FILES is folder: set FILES=bucket, or remove it$/,
  ],
  [{ S3_BUCKET: '' }, 'production', /^S3_BUCKET is not set, which FILES=bucket requires$/],
  [{ S3_REGION: '' }, 'production', /^S3_REGION is not set/],
  [{ S3_ACCESS_KEY_ID: '' }, 'trial', /^S3_ACCESS_KEY_ID is not set/],
  [{ S3_SECRET_ACCESS_KEY: '' }, 'development', /^S3_SECRET_ACCESS_KEY is not set/],
  [{ S3_SECRET_ACCESS_KEY: 'sandbox' }, 'production', /^S3_SECRET_ACCESS_KEY is a test credential/],
  [{ S3_BUCKET: 'Files of FWS' }, 'production', /^S3_BUCKET is wrong: it must be the name of a bucket/],
  [{ S3_BUCKET: 'files.fws.in' }, 'production', /^S3_BUCKET contains a dot, .*: set S3_PATH_STYLE=1$/],
  [{ S3_REGION: 'Mumbai, India' }, 'production', /^S3_REGION is wrong: it must look like ap-south-1$/],
  [{ S3_ENDPOINT: 'ceph.fws.in' }, 'production', /^S3_ENDPOINT is wrong: it must look like https:/],
  [{ S3_ENDPOINT: 'http://10.0.0.5:9000' }, 'production', /^S3_ENDPOINT must start with https:\/\/ in/],
  [{ S3_ENDPOINT: 'http://10.0.0.5:9000' }, 'trial', /^S3_ENDPOINT must start with https:\/\/ unless/],
  [
    { S3_ENCRYPTION: 'rot13' },
    'production',
    /^S3_ENCRYPTION is wrong: it must be one of AES256, aws:kms, none$/,
  ],
  [{ S3_KMS_KEY_ID: 'key-1' }, 'production', /^S3_KMS_KEY_ID is set, but S3_ENCRYPTION is not aws:kms$/],
])('refuses %j in %s', (changes, mode, sentence) => {
  expect(() => read({ ...BUCKET, ...changes }, mode)).toThrow(sentence);
});
