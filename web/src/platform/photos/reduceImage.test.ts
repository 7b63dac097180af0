import { expect, test } from 'vitest';
import { fitWithin, isWorthReducing, reduceImage } from './reduceImage.ts';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 1600, height: 1200 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1200, height: 1600 },
  ],
  [
    { width: 1600, height: 900 },
    { width: 1600, height: 900 },
  ],
  [
    { width: 320, height: 200 },
    { width: 320, height: 200 },
  ],
  [
    { width: 9999, height: 1 },
    { width: 1600, height: 1 },
  ],
  [
    { width: 3001, height: 2001 },
    { width: 1600, height: 1067 },
  ],
])('fits %o within 1,600 pixels', (size, expected) => {
  expect(fitWithin(size, 1600)).toEqual(expected);
});

test('reduces what is too large in pixels or in bytes', () => {
  const size = { width: 1600, height: 1200 };
  expect(isWorthReducing(size, 400_000, 1600)).toBe(false);
  expect(isWorthReducing(size, 400_001, 1600)).toBe(true);
  expect(isWorthReducing({ width: 1601, height: 10 }, 1_000, 1600)).toBe(true);
});

test('sends what the browser cannot read as it is', async () => {
  const pdf = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  expect(await reduceImage(pdf)).toBe(pdf);
  const photo = new File(['no picture'], 'photo.jpg', { type: 'image/jpeg' });
  expect(await reduceImage(photo)).toBe(photo);
});
