import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parseRange, takeRange } from './range.ts';

test.each([
  [undefined, null],
  ['', null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=0-1,4-5', null],
  ['bytes=5-3', null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=3-99', { start: 3, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
])('parses %j for a file of ten bytes to %j', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test('yields exactly the requested bytes, whatever the chunk size', async () => {
  const letters = Buffer.from('abcdefghij');
  for (const partBytes of [1, 3, 4, 10])
    for (let start = 0; start < 10; start++)
      for (let end = start; end < 10; end++) {
        const parts = Array.from({ length: Math.ceil(10 / partBytes) }, (_, n) =>
          letters.subarray(n * partBytes, (n + 1) * partBytes),
        );
        const taken = await buffer(Readable.from(takeRange(Readable.from(parts), { start, end })));
        expect(taken.toString()).toBe('abcdefghij'.slice(start, end + 1));
      }
});
