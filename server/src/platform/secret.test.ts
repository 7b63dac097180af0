import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverSecret } from './secret.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'fws-secret-')), 'data');
});
afterEach(() => rm(path.dirname(dataDir), { recursive: true }));

test('it is made once, kept for the owner alone, and leaves no draft behind', async () => {
  const first = serverSecret({ secret: null, dataDir });
  expect(first).toHaveLength(32);
  expect(serverSecret({ secret: null, dataDir })).toEqual(first);
  expect(await readdir(dataDir)).toEqual(['secret']);
  const ownerOnly = process.platform === 'win32' ? 0o666 : 0o600;
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(ownerOnly);
});

test('the setting is used as it is, and nothing is written', async () => {
  const secret = 'x'.repeat(32);
  expect(serverSecret({ secret, dataDir })).toEqual(Buffer.from(secret));
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});
