import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createDataKey, decryptPieces, encryptPieces } from './file-encryption.ts';

const PIECE = 64 * 1024;
const TAG = 16;
const key = createDataKey();
const encrypt = (bytes: Buffer) => Buffer.concat([...encryptPieces(key, bytes)]);

/** Reads as from a disk or a network, in chunks of any size. */
const decrypt = (stored: Buffer, partBytes = 100_000, dataKey = key) =>
  buffer(
    Readable.from(
      decryptPieces(
        dataKey,
        Readable.from(
          Array.from({ length: Math.ceil(stored.length / partBytes) }, (_, n) =>
            stored.subarray(n * partBytes, (n + 1) * partBytes),
          ),
        ),
      ),
    ),
  );

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])(
  'encrypts %i bytes and decrypts them unchanged',
  async (length) => {
    const bytes = randomBytes(length);
    const stored = encrypt(bytes);
    expect(stored).toHaveLength(length + TAG * Math.max(1, Math.ceil(length / PIECE)));
    for (let at = 0; at + 16 <= length; at += 4096)
      expect(stored.includes(bytes.subarray(at, at + 16))).toBe(false);
    for (const partBytes of [1000, PIECE + TAG, 1_000_000])
      expect(await decrypt(stored, partBytes)).toEqual(bytes);
  },
);

test('refuses another key', async () => {
  await expect(decrypt(encrypt(randomBytes(100)), 1000, createDataKey())).rejects.toThrow('was changed');
});

test.each([
  ['a changed byte in the first piece', (stored: Buffer) => flip(stored, 5)],
  ['a changed byte in the last piece', (stored: Buffer) => flip(stored, stored.length - TAG - 1)],
  ['a changed tag', (stored: Buffer) => flip(stored, stored.length - 1)],
  ['a byte more', (stored: Buffer) => Buffer.concat([stored, Buffer.from('x')])],
  ['a byte less', (stored: Buffer) => stored.subarray(0, -1)],
  ['an end at the edge of a piece', (stored: Buffer) => stored.subarray(0, 2 * (PIECE + TAG))],
  ['a beginning left out', (stored: Buffer) => stored.subarray(PIECE + TAG)],
  ['two pieces exchanged', swapFirst],
  ['nothing at all', () => Buffer.alloc(0)],
])('refuses %s', async (_, change) => {
  await expect(decrypt(change(encrypt(randomBytes(2 * PIECE + 100))))).rejects.toThrow(/changed|cut short/);
});

test('returns the pieces before the changed one and nothing of it', async () => {
  const bytes = randomBytes(2 * PIECE + 100);
  const decrypted: Buffer[] = [];
  const read = async () => {
    const stored = flip(encrypt(bytes), PIECE + TAG + 5);
    for await (const piece of decryptPieces(key, Readable.from([stored]))) decrypted.push(piece);
  };
  await expect(read()).rejects.toThrow('was changed');
  expect(Buffer.concat(decrypted)).toEqual(bytes.subarray(0, PIECE));
});

function flip(stored: Buffer, at: number): Buffer {
  const changed = Buffer.from(stored);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

function swapFirst(stored: Buffer): Buffer {
  const size = PIECE + TAG;
  return Buffer.concat([
    stored.subarray(size, 2 * size),
    stored.subarray(0, size),
    stored.subarray(2 * size),
  ]);
}
