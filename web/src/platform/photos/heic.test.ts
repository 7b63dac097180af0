import { expect, test } from 'vitest';
import { isHeic, isPicture } from './heic.ts';

const build = (head: string, name = 'a', type = '') =>
  new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0))], name, { type });

test('knows a HEIC photo by its bytes', async () => {
  expect(await isHeic(build('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toBe(true);
  expect(await isHeic(build('\0\0\0\x18ftypmif1'))).toBe(true);
  for (const other of ['\0\0\0\x18ftypavif', '\0\0\0\x18ftypisom', '\xff\xd8\xff\xe0', '', 'heic'])
    expect(await isHeic(build(other)), other).toBe(false);
});

test('takes a HEIC photo for a picture where the browser knows no type for it', () => {
  expect(isPicture(build('', 'IMG_1.HEIC'))).toBe(true);
  expect(isPicture(build('', 'a.png', 'image/png'))).toBe(true);
  expect(isPicture(build('', 'a.pdf', 'application/pdf'))).toBe(false);
});
