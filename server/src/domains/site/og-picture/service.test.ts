import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { SiteJob } from '@fws/contract/site/schemas';
import { drawOgPicture } from './service.ts';

const job = {
  title: 'Paint a flat',
  category: { name: 'Painting', nameHi: 'पुताई' },
  place: 'Kothrud, Pune',
  closesOn: '2026-12-18',
  budget: { kind: 'fixed', amountPaise: 15_000_00 },
  paymentTerm: 'completion',
  poster: { name: 'Asha R.', jobsPosted: 3, jobsAwarded: 2, verified: true },
} as unknown as SiteJob;

/** The part of the picture with the artwork, and the picture's size. */
async function draw(change: Partial<SiteJob>) {
  const picture = sharp(await drawOgPicture({ ...job, ...change }, 'en', null));
  const { width, height } = await picture.metadata();
  const artwork = await picture.extract({ left: 700, top: 0, width: 500, height: 600 }).raw().toBuffer();
  return { width, height, artwork };
}

/** The compression of a picture changes pixels a little. */
const SAME = 40;
const findDifference = (one: Buffer, other: Buffer): number =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);

test.each([
  ['one long word', 'വീടുനിർമ്മാണത്തൊഴിലാളികളെആവശ്യമുണ്ട്'],
  ['a word of wide letters', 'w'.repeat(25)],
  ['a word of Devanagari', 'म'.repeat(35)],
  ['capitals', 'W'.repeat(20)],
  ['a title of the greatest length', 'W'.repeat(120)],
  ['stacked signs', `Paint ${'ạ́̂̃̄'.repeat(3)}${'\u0301'.repeat(90)}`],
  ['text that nobody sees', '\u2800\u00a0'],
  ['emoji', '👍🏽👩‍🔧'],
])('draws %s beside the artwork', async (_, title) => {
  const [expected, drawn] = [await draw({}), await draw({ title })];
  expect([drawn.width, drawn.height]).toEqual([1200, 630]);
  expect(findDifference(expected.artwork, drawn.artwork)).toBeLessThan(SAME);
});

test('names the category instead of a title in a script without a font', async () => {
  const poster = { ...job.poster, name: 'രാമൻ ക.' };
  const drawn = await drawOgPicture({ ...job, title: 'വീട് പെയിന്റ് ചെയ്യുക', poster }, 'en', null);
  const expected = await drawOgPicture(
    { ...job, title: 'Painting', poster: { ...poster, name: 'ക' } },
    'en',
    null,
  );
  expect(drawn.equals(expected)).toBe(true);
  const own = await drawOgPicture({ ...job, title: 'दीवार रंगना', poster }, 'en', null);
  expect(own.equals(expected)).toBe(false);
});

test('draws a place and a name of any length beside the artwork', async () => {
  const expected = await draw({});
  const drawn = await draw({ place: 'W'.repeat(300), poster: { ...job.poster, name: 'W'.repeat(60) } });
  expect([drawn.width, drawn.height]).toEqual([1200, 630]);
  expect(findDifference(expected.artwork, drawn.artwork)).toBeLessThan(SAME);
});
