import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET_SETTINGS } from './files.ts';
import { processEnvironment } from './process.ts';
import { environment, readConfig } from './index.ts';
import { ConfigError } from './error.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fws-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'a secret that lies in a file, long enough';
const LOCAL = {
  databaseUrl: 'postgres://fws@localhost/fws',
  port: 3000,
  dataDir: '/tmp',
  publicUrl: 'http://localhost',
};
const read = (env: Record<string, string>) => readConfig({ ...LOCAL, queueUrl: LOCAL.databaseUrl, env });

function writeSecretFile(content: string): string {
  const file = path.join(folder, 'secret');
  writeFileSync(file, content);
  return file;
}

function findFaults(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test.each(['', '\n', '\r\n'])('reads a secret from its file without the line break %j at its end', (end) => {
  expect(read({ FWS_SECRET_FILE: writeSecretFile(`${SECRET}${end}`) }).secret).toBe(SECRET);
});

test('reports an unreadable file by its setting, and never a file’s content', () => {
  const missing = path.join(folder, 'missing');
  expect(findFaults({ FWS_SECRET_FILE: missing })).toEqual([
    `FWS_SECRET_FILE names ${missing}, which cannot be read (ENOENT)`,
  ]);
  const faults = findFaults({ FWS_SECRET_FILE: writeSecretFile('too short') });
  expect(faults).toEqual(['FWS_SECRET is wrong: it must have at least 32 characters']);
});

test('refuses a secret that is set both directly and by file, even with the same value', () => {
  expect(findFaults({ FWS_SECRET: SECRET, FWS_SECRET_FILE: writeSecretFile(SECRET) })).toEqual([
    'FWS_SECRET and FWS_SECRET_FILE are both set: keep one of them',
  ]);
});

test('treats an empty file or an empty file name as not set', () => {
  expect(read({ FWS_SECRET_FILE: writeSecretFile('\n') }).secret).toBeNull();
  expect(read({ FWS_SECRET_FILE: '' }).secret).toBeNull();
});

test('every setting that holds a secret can be read from a file', () => {
  const names = Object.keys({ ...processEnvironment, ...environment });
  // The public key of a pair is no secret.
  const secret =
    /SECRET|TOKEN$|HEADERS$|(?<!PUBLIC)_KEY(?:_PREVIOUS)?$|^(?:DATABASE|QUEUE|MIGRATION|REPLICA|REDIS|SMTP)_URL$/;
  expect([...SECRET_SETTINGS].toSorted()).toEqual(names.filter((name) => secret.test(name)).toSorted());
});
