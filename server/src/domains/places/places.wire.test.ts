import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeNearest, placeSearch } from '@fws/contract/places/calls';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('anybody finds places by name or PIN, at most eight', async () => {
  const byName = await world.guest.done(placeSearch, { query: 'Kothrud' });
  expect(byName[0]?.label).toContain('Kothrud');
  const byPin = await world.guest.done(placeSearch, { query: '411038' });
  expect(byPin[0]?.label).toContain('411038');
  expect(await world.guest.done(placeSearch, { query: 'nagar' })).toHaveLength(8);
  const answer = await world.guest.post('place_search', { search: 'Kothrud' });
  expect(Object.keys((answer.data as object[])[0] ?? {}).toSorted()).toEqual([
    'label',
    'latitude',
    'longitude',
  ]);
});

test('finds nothing for nothing, and for what is no place', async () => {
  for (const query of ['', '   ', '<>', "'; --"])
    expect(await world.guest.done(placeSearch, { query })).toEqual([]);
  expect((await world.guest.call(placeSearch, { query: 'x'.repeat(101) })).httpStatus).toBe(422);
});

test('names the place at a position, and none outside India', async () => {
  const pune = await world.guest.done(placeNearest, { latitude: '18.5074', longitude: '73.8077' });
  expect(pune?.label).toContain('Pune');
  expect(await world.guest.done(placeNearest, { latitude: '51.5', longitude: '-0.12' })).toBeNull();
});

test.each([
  { latitude: '', longitude: '73.8' },
  { latitude: '91', longitude: '73.8' },
  { latitude: 'north', longitude: '73.8' },
  { latitude: '18.5', longitude: '181' },
])('refuses the position %j', async (position) => {
  expect(await world.guest.call(placeNearest, position)).toMatchObject({
    httpStatus: 422,
    message: 'Sorry Not available!',
  });
});
