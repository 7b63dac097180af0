import { expect, test } from 'vitest';
import { kilometresBetween, mapsLink, shownKilometres } from './distance.ts';

const pune = { latitude: 18.5204, longitude: 73.8567 };
const mumbai = { latitude: 19.076, longitude: 72.8777 };
const guwahati = { latitude: 26.1445, longitude: 91.7362 };

test('calculates the great-circle distance, near and far', () => {
  expect(kilometresBetween(pune, pune)).toBe(0);
  expect(kilometresBetween(pune, mumbai)).toBeCloseTo(120, -1);
  expect(kilometresBetween(mumbai, pune)).toBe(kilometresBetween(pune, mumbai));
  expect(Math.abs(kilometresBetween(pune, guwahati) - 2026)).toBeLessThan(30);
  const opposite = { latitude: -pune.latitude, longitude: pune.longitude - 180 };
  expect(kilometresBetween(pune, opposite)).toBeCloseTo(Math.PI * 6371, 0);
});

test.each([
  [0.04, 0],
  [0.96, 1],
  [4.449, 4.4],
  [9.97, 10],
  [10.4, 10],
  [2026.3, 2026],
])('rounds %d km to %d', (km, shown) => {
  expect(shownKilometres(km)).toBe(shown);
});

test('links to other maps by position, or by name without one', () => {
  expect(new URL(mapsLink({ label: 'Kothrud, Pune', at: pune })).searchParams.get('query')).toBe(
    '18.5204,73.8567',
  );
  expect(new URL(mapsLink({ label: 'MG Road & Co', at: null })).searchParams.get('query')).toBe(
    'MG Road & Co',
  );
});
