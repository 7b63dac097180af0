import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapTiles, placeNearest, placeSearch } from '@fws/contract/places/calls';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('finds at most eight places by name or PIN code, without a session', async () => {
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

test('returns no places for an empty or meaningless query, and 422 for one that is too long', async () => {
  for (const query of ['', '   ', '<>', "'; --"])
    expect(await world.guest.done(placeSearch, { query })).toEqual([]);
  expect((await world.guest.call(placeSearch, { query: 'x'.repeat(101) })).httpStatus).toBe(422);
});

test('returns the place nearest to a position, and null outside India', async () => {
  const pune = await world.guest.done(placeNearest, { latitude: '18.5074', longitude: '73.8077' });
  expect(pune?.label).toContain('Pune');
  const nearKothrud = { latitude: '18.5022', longitude: '73.8148' };
  expect(await world.guest.done(placeNearest, nearKothrud)).toEqual({
    label: 'Kothrud, Pune, Maharashtra 411038',
    latitude: 18.502,
    longitude: 73.815,
  });
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
    message: 'Your location cannot be used.',
  });
});

test('allows images only from the configured map tile server', async () => {
  const other = await startWorld({
    worker: false,
    env: { MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png', MAP_TILE_CREDIT: 'Us' },
  });
  try {
    expect(await other.guest.done(mapTiles, {})).toEqual({
      url: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      credit: 'Us',
    });
    const readImageSources = async (url: string) =>
      /img-src[^;]*/.exec((await fetch(url)).headers.get('content-security-policy') ?? '')?.[0];
    expect(await readImageSources(`${other.url}/healthz`)).toBe(
      "img-src 'self' data: blob: https://*.tiles.example",
    );
    expect(await readImageSources(`${world.url}/healthz`)).toBe(
      "img-src 'self' data: blob: https://tile.openstreetmap.org",
    );
  } finally {
    await other.close();
  }
});
