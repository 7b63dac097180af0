import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createKeyring,
  loadIdentityKeys,
  loadKeyring,
  seal,
  sealBytes,
  unseal,
  unsealBytes,
} from './keys.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fws-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const load = (secret: string | null, previousSecrets: string[] = [], dataDir = path.join(folder, 'data')) =>
  loadKeyring({ secret, previousSecrets, dataDir });

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

/** Seals a value in the format used before keys had ids. */
function sealFirstFormat(secret: string, use: string, text: string): Buffer {
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', secret, '', `fws seal ${use}`, 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

test('creates a secret once, readable by its owner only, and leaves no draft', async () => {
  const first = load(null);
  expect(first.current.secret).toHaveLength(32);
  expect(first.all).toEqual([first.current]);
  expect(load(null)).toEqual(first);
  const dataDir = path.join(folder, 'data');
  expect(await readdir(dataDir)).toEqual(['secret']);
  const ownerOnly = process.platform === 'win32' ? 0o666 : 0o600;
  expect((await stat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(ownerOnly);
});

test('uses FWS_SECRET unchanged and writes no file', async () => {
  const keyring = load(A);
  expect(keyring.current.secret).toEqual(Buffer.from(A));
  expect(keyring.current.id).toMatch(/^[0-9a-f]{8}$/);
  await expect(readdir(path.join(folder, 'data'))).rejects.toThrow('ENOENT');
});

test('gives each secret a stable id of its own', () => {
  expect(load(A).current.id).toBe(load(A).current.id);
  expect(new Set(load(A, [B, C]).all.map(({ id }) => id)).size).toBe(3);
});

test('lists the current key once, even when it is also among the former ones', () => {
  expect(load(A, [A, B]).all.map(({ secret }) => secret.toString())).toEqual([A, B]);
});

test('still opens values of the data folder’s secret after FWS_SECRET is set', () => {
  const sealed = seal(load(null), 'totp', 'words');
  const later = load(A);
  expect(later.current.secret).toEqual(Buffer.from(A));
  expect(unseal(later, 'totp', sealed)).toBe('words');
});

test('opens what it sealed, and seals the same text differently each time', () => {
  const keyring = load(A);
  const sealed = seal(keyring, 'totp', 'छह अंक');
  expect(unseal(keyring, 'totp', sealed)).toBe('छह अंक');
  expect(seal(keyring, 'totp', 'छह अंक')).not.toEqual(sealed);
  const bytes = randomBytes(32);
  expect(unsealBytes(keyring, 'file', sealBytes(keyring, 'file', bytes))).toEqual(bytes);
  expect(unseal(keyring, 'totp', seal(keyring, 'totp', ''))).toBe('');
});

test('starts with the version and the id of the current key', () => {
  const keyring = load(B, [A]);
  const sealed = seal(keyring, 'totp', 'words');
  expect(sealed.subarray(0, 5).toString('hex')).toBe(`01${keyring.current.id}`);
});

test('opens a former key’s values after a rotation, and returns null once that key is removed', () => {
  const sealed = seal(load(A), 'totp', 'words');
  expect(unseal(load(B, [C, A]), 'totp', sealed)).toBe('words');
  expect(unseal(load(B, [C]), 'totp', sealed)).toBeNull();
});

test('opens the first format, which has no key id, with any key of the ring', () => {
  const sealed = sealFirstFormat(A, 'totp', 'words');
  expect(unseal(load(A), 'totp', sealed)).toBe('words');
  expect(unseal(load(B, [A]), 'totp', sealed)).toBe('words');
  expect(unseal(load(B), 'totp', sealed)).toBeNull();
});

test('opens the first format even when it happens to start like the current one', () => {
  const keyring = load(A);
  const header = Buffer.from(`01${keyring.current.id}`, 'hex');
  const iv = Buffer.concat([header, randomBytes(7)]);
  const key = Buffer.from(hkdfSync('sha256', A, '', 'fws seal totp', 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const encrypted = Buffer.concat([cipher.update('words'), cipher.final()]);
  expect(unseal(keyring, 'totp', Buffer.concat([iv, cipher.getAuthTag(), encrypted]))).toBe('words');
});

test('returns null for another use, for any changed byte, and for a value that is too short', () => {
  const keyring = createKeyring(Buffer.from(A), Buffer.from(B));
  const sealed = seal(keyring, 'totp', 'words');
  expect(unseal(keyring, 'file', sealed)).toBeNull();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(unseal(keyring, 'totp', changed)).toBeNull();
  }
  for (const length of [0, 1, 5, 32, sealed.length - 1])
    expect(unseal(keyring, 'totp', sealed.subarray(0, length))).toBeNull();
});

test('ignores an invalid secret file when keys are configured', async () => {
  await writeFile(path.join(folder, 'secret'), 'short');
  const sealed = seal(load(A), 'totp', 'words');
  expect(unseal(load(A, [], folder), 'totp', sealed)).toBe('words');
});

test('identities have keys of their own, and those of the secret in development', () => {
  const keyring = load(A);
  expect(loadIdentityKeys({ identityKey: null, previousIdentityKeys: [] }, keyring)).toBe(keyring);
  const own = loadIdentityKeys({ identityKey: C, previousIdentityKeys: [B] }, keyring);
  expect(own.all.map(({ secret }) => secret.toString())).toEqual([C, B]);
});
