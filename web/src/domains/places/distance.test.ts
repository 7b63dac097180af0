import { expect, test } from 'vitest';
import { calculateDistanceKm, buildMapsLink, roundKilometres } from './distance.ts';

const pune = { latitude: 18.5204, longitude: 73.8567 };
const mumbai = { latitude: 19.076, longitude: 72.8777 };
const guwahati = { latitude: 26.1445, longitude: 91.7362 };

test('calculates the great-circle distance, near and far', () => {
  expect(calculateDistanceKm(pune, pune)).toBe(0);
  expect(calculateDistanceKm(pune, mumbai)).toBeCloseTo(120, -1);
  expect(calculateDistanceKm(mumbai, pune)).toBe(calculateDistanceKm(pune, mumbai));
  expect(Math.abs(calculateDistanceKm(pune, guwahati) - 2026)).toBeLessThan(30);
  const opposite = { latitude: -pune.latitude, longitude: pune.longitude - 180 };
  expect(calculateDistanceKm(pune, opposite)).toBeCloseTo(Math.PI * 6371, 0);
});

test.each([
  [0.04, 0],
  [0.96, 1],
  [4.449, 4.4],
  [9.97, 10],
  [10.4, 10],
  [2026.3, 2026],
])('rounds %d km to %d', (km, shown) => {
  expect(roundKilometres(km)).toBe(shown);
});

test('links to other maps by position, or by name without one', () => {
  expect(new URL(buildMapsLink({ label: 'Kothrud, Pune', at: pune })).searchParams.get('query')).toBe(
    '18.5204,73.8567',
  );
  expect(new URL(buildMapsLink({ label: 'MG Road & Co', at: null })).searchParams.get('query')).toBe(
    'MG Road & Co',
  );
});
