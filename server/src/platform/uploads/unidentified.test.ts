import { expect, test } from 'vitest';
import { UnidentifiedUploads, type UploadPlace } from './unidentified.ts';

const open = (uploads: UnidentifiedUploads, address: string): UploadPlace => {
  const place = uploads.open(address);
  if (place === null) throw new Error('no place');
  return place;
};

test('an address has two places, and one again after one was released', () => {
  const uploads = new UnidentifiedUploads();
  const first = open(uploads, 'a');
  open(uploads, 'a');
  expect(uploads.open('a')).toBeNull();
  expect(uploads.open('b')).not.toBeNull();
  first.release();
  expect(uploads.open('a')).not.toBeNull();
});

test('the places of an address hold 10 MB together, and all addresses 40 MB', () => {
  const uploads = new UnidentifiedUploads();
  const [first, second] = [open(uploads, 'a'), open(uploads, 'a')];
  expect([first.take(6_000_000), second.take(4_000_001), second.take(4_000_000)]).toEqual([
    true,
    false,
    true,
  ]);
  for (const address of ['b', 'c', 'd']) expect(open(uploads, address).take(10_000_000)).toBe(true);
  const late = open(uploads, 'e');
  expect(late.take(1)).toBe(false);
  first.release();
  expect([late.take(6_000_000), late.take(1)]).toEqual([true, false]);
});
