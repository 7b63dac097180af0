import { expect, test } from 'vitest';
import { calculateSquare } from './square.ts';

const shown = { width: 300, height: 200 };
const natural = { width: 3000, height: 2000 };

test('returns the area under the crop when there is no zoom', () => {
  const crop = { x: 105, y: 55, width: 90, height: 90 };
  expect(calculateSquare(crop, { shown, natural, zoom: 1 })).toEqual({
    x: 1050,
    y: 550,
    side: 900,
    pixels: 900,
  });
});

test('returns a smaller area of a zoomed photo and keeps its centre', () => {
  const crop = { x: 105, y: 55, width: 90, height: 90 };
  const square = calculateSquare(crop, { shown, natural, zoom: 3 });
  expect(square).toEqual({ x: 1350, y: 850, side: 300, pixels: 300 });
});

test('handles a crop at the edge of a zoomed photo', () => {
  expect(calculateSquare({ x: 0, y: 0, width: 100, height: 100 }, { shown, natural, zoom: 2 })).toMatchObject(
    {
      x: 750,
      y: 500,
      side: 500,
    },
  );
});

test('limits the size of the square', () => {
  const crop = { x: 0, y: 0, width: 200, height: 200 };
  expect(calculateSquare(crop, { shown, natural, zoom: 1 })?.pixels).toBe(1024);
});

test('returns null when there is nothing to crop', () => {
  expect(calculateSquare({ x: 5, y: 5, width: 0, height: 0 }, { shown, natural, zoom: 1 })).toBeNull();
  const unloaded = { shown: { width: 0, height: 0 }, natural: { width: 0, height: 0 }, zoom: 1 };
  expect(calculateSquare({ x: 5, y: 5, width: 9, height: 9 }, unloaded)).toBeNull();
});
