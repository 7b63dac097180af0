import { expect, test } from 'vitest';
import { createBundledPlaces } from './bundled.ts';

const places = createBundledPlaces();

test.each([
  ['Kothrud, Pune, Maharashtra 411038', 'Kothrud', 'pune'],
  ['Kothrud, Pune', 'Kothrud', 'pune'],
  ['Kothrud, पुणे, महाराष्ट्र 411038', 'Kothrud', 'pune'],
  ['Flat 301, Shanti Apartments, near SBI, Kothrud, Pune - 411038', 'Kothrud', 'pune'],
  ['14 Park Lane Kothrud Poona', 'Kothrud', 'pune'],
  ['Bombay', null, 'mumbai'],
  ['Bengaluru, Karnataka', null, 'bengaluru'],
  ['Pune, Pune, Maharashtra 411001', null, 'pune'],
  ['call 98220 12345, Bhopal', null, 'bhopal'],
])('finds the locality and the city of "%s"', async (address, name, slug) => {
  const found = await places.locate(address);
  expect([found?.name, found?.city.slug]).toEqual([name, slug]);
});

test('finds no city where the address names none', async () => {
  expect(await places.locate('Flat 3, second floor')).toBeNull();
  expect(await places.locate('')).toBeNull();
});

test('tells two cities of one name apart by the state, also in their slugs', async () => {
  expect(await places.locate('Aurangabad, Bihar')).toEqual({
    name: null,
    city: { name: 'Aurangabad', state: 'Bihar', slug: 'aurangabad-bihar' },
  });
  expect(await places.findCity('pune')).toEqual({ name: 'Pune', state: 'Maharashtra', slug: 'pune' });
  expect(await places.findCity('aurangabad-bihar')).toMatchObject({ state: 'Bihar' });
  expect(await places.findCity('nowhere')).toBeNull();
});
