import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { appendUncompressed, compressBeginning } from './append-brotli.ts';

test.each([
  ['one byte', '}'],
  ['a few bytes in two scripts', '[{"id":7,"place":"पुणे"}]}}'],
  ['a full block', 'x'.repeat(65_536)],
  ['several blocks', 'पुणे'.repeat(50_000)],
  ['nothing', ''],
])('decompresses to the beginning and %s', async (_, end) => {
  const text = `{"items":["${'Two sliding wardrobes, '.repeat(500)}"],"own":`;
  const beginning = await compressBeginning(text, 5);
  expect(beginning.length).toBeLessThan(text.length / 10);
  expect(brotliDecompressSync(appendUncompressed(beginning, end)).toString()).toBe(text + end);
  // The same beginning serves every reader.
  expect(brotliDecompressSync(appendUncompressed(beginning, 'other')).toString()).toBe(`${text}other`);
});
