import { expect, test } from 'vitest';
import { createBundledPlaces } from './bundled.ts';

const places = createBundledPlaces();

async function searchLabels(query: string, limit = 8): Promise<string[]> {
  return (await places.search(query, limit)).map(({ label }) => label);
}

test.each([
  ['pune', 'Pune, Maharashtra'],
  ['Pune, Maharashtra, India', 'Pune, Maharashtra'],
  ['bangalore', 'Bengaluru, Bengaluru Urban, Karnataka'],
  ['gurgaon', 'Gurugram, Haryana'],
  ['bombay', 'Mumbai, Maharashtra'],
  ['poona', 'Pune, Maharashtra'],
  ['allahabad', 'Prayagraj, Uttar Pradesh'],
  ['मुंबई', 'Mumbai, Maharashtra'],
  ['नई दिल्ली', 'New Delhi, Delhi'],
  ['इटारसी', 'Itarsi, Narmadapuram, Madhya Pradesh'],
  ['ग्रेटर नोएडा', 'Greater Noida, Gautam Buddha Nagar, Uttar Pradesh'],
  ['जौनपुर उत्तर प्रदेश', 'Jaunpur, Uttar Pradesh'],
  ['delhi', 'Delhi'],
  ['koramangala', 'Koramangala, Bengaluru, Karnataka 560034'],
  ['kothrud pune', 'Kothrud, Pune, Maharashtra 411038'],
])('finds %s as %s', async (query, label) => {
  expect((await searchLabels(query))[0]).toBe(label);
});

test('finds a neighbourhood by its first letters', async () => {
  expect(await searchLabels('koth')).toContain('Kothrud, Pune, Maharashtra 411038');
  expect(await searchLabels('pune koth')).toEqual(['Kothrud, Pune, Maharashtra 411038']);
});

test.each([['411038'], ['411 038'], ['४११०३८']])('finds places by PIN %s', async (query) => {
  const results = await places.search(query, 8);
  expect(results.map(({ name }) => name)).toContain('Kothrud');
  expect(new Set(results.map(({ pin }) => pin))).toEqual(new Set(['411038']));
});

test('tolerates one wrong, missing or swapped letter', async () => {
  expect((await searchLabels('hydrabad'))[0]).toBe('Hyderabad, Telangana');
  expect((await searchLabels('mumbay'))[0]).toBe('Mumbai, Maharashtra');
  expect((await searchLabels('nagupr'))[0]).toBe('Nagpur, Maharashtra');
});

test('finds names written together or apart', async () => {
  expect(await searchLabels('indira nagar bangalore')).toContain('Indiranagar, Bengaluru, Karnataka 560038');
  expect(await searchLabels('shivajinagar')).toContain('Shivaji Nagar, Mumbai, Maharashtra 400043');
});

test('finds the city of an unknown street', async () => {
  expect((await searchLabels('qwxz lane nagpur'))[0]).toBe('Nagpur, Maharashtra');
});

test('returns nothing for an empty query, one letter and an unknown place', async () => {
  expect(await searchLabels('')).toEqual([]);
  expect(await searchLabels('   ')).toEqual([]);
  expect(await searchLabels('p')).toEqual([]);
  expect(await searchLabels('zzzzqq')).toEqual([]);
  expect(await searchLabels('%_*[(\\')).toEqual([]);
});

test('keeps the limit and returns no label twice', async () => {
  const results = await searchLabels('nagar', 20);
  expect(results).toHaveLength(20);
  expect(new Set(results).size).toBe(20);
});

test('finds the place nearest to a position, with its PIN', async () => {
  const pune = await places.findNearest({ latitude: 18.5204, longitude: 73.8567 });
  expect(pune).toMatchObject({ district: 'Pune', state: 'Maharashtra' });
  expect(pune?.pin).toMatch(/^411\d{3}$/);
  const koramangala = await places.findNearest({ latitude: 12.927, longitude: 77.627 });
  expect(koramangala?.label).toBe('Koramangala, Bengaluru, Karnataka 560034');
});

test('returns null for a position outside India', async () => {
  expect(await places.findNearest({ latitude: 51.5, longitude: -0.12 })).toBeNull();
});
