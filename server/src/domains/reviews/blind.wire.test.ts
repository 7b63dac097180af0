import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReview } from '@fws/contract/reviews/calls';
import { setPublicPage } from '@fws/contract/profile/calls';
import { buildPlainFields, listObjectFields, type MountedCall } from '../../../test/access/form-fields.ts';
import { listMountedCalls } from '../../../test/access/mounted.ts';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { openStream } from '../../../test/event-stream.ts';
import { upload } from '../../../test/files/photos.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { EXPORTS } from '../admin/exports/service.ts';

// The other side of a job, visitors and other people ask everything that can be asked. Neither words nor stars of a sealed
// review may make a difference to any answer.

let world: World;
let poster: TestUser;
let worker: TestUser;
let stranger: TestUser;
let jobId: string;
let jobNumber: string;
let calls: MountedCall[];
let photo: { id: string; url: string };
let admin: TestAdmin;

beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera', lastName: 'Rao' });
  worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  stranger = await world.user();
  admin = await createAdmin(world);
  for (const user of [poster, worker]) await user.done(setPublicPage, { isPublic: 'true' });
  const contract = await earn(world, { poster, worker }, '500');
  jobId = String(contract.jobId);
  const { number } = await world.db
    .selectFrom('job')
    .select('number')
    .where('id', '=', contract.jobId)
    .executeTakeFirstOrThrow();
  jobNumber = String(number);
  photo = await upload(worker);
  calls = (await listMountedCalls(world)).filter((call) => call.reads && call.access !== 'admin');
}, 120_000);
afterAll(() => world.close());

/** Ids of this job and its sides for each kind of object; the rest answers that it is not found. */
async function loadIds(): Promise<Map<string, string[]>> {
  const { quote_id: quoteId, milestone_id: milestoneId } = await world.db
    .selectFrom('contract')
    .innerJoin('milestone', 'milestone.job_id', 'contract.job_id')
    .select(['contract.quote_id', 'milestone.id as milestone_id'])
    .where('contract.job_id', '=', Number(jobId))
    .executeTakeFirstOrThrow();
  return new Map([
    ['job', [jobId]],
    ['user', [String(poster.id), String(worker.id)]],
    ['quote', [String(quoteId)]],
    ['milestone', [String(milestoneId)]],
  ]);
}

/** What somebody gets from every call that reads, about every object that they can name. */
async function readCalls(reader: TestUser): Promise<Map<string, string>> {
  const ids = await loadIds();
  const answers = new Map<string, string>();
  for (const call of calls) {
    const objects = await listObjectFields(call);
    const plain = await buildPlainFields(call, world.clock.now());
    for (const index of [0, 1]) {
      const named = objects.map(({ wireName, kind }) => {
        const known = ids.get(kind) ?? ['1'];
        return [wireName, known[index % known.length] ?? '1'];
      });
      const answer = await reader.post(call.name, { ...plain, ...Object.fromEntries(named) });
      answers.set(`${call.name} ${index}`, JSON.stringify(answer));
    }
  }
  return answers;
}

async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of [
    `/j/${jobNumber}`,
    `/w/imran-${worker.id}`,
    `/w/meera-${poster.id}`,
    `/og/${jobNumber}.en.jpg`,
    '/sitemaps/workers-0.xml',
    '/sitemaps/jobs-0.xml',
    photo.url,
    photo.url.replace('/api/files/', '/pictures/'),
  ]) {
    const response = await fetch(world.url + path, { redirect: 'manual' });
    pages.set(path, `${response.status} ${await response.text()}`);
  }
  const { status } = await fetch(world.url + photo.url, {
    headers: { authorization: `Bearer ${poster.token}` },
  });
  pages.set('the photo to the other side', String(status));
  for (const name of Object.keys(EXPORTS)) {
    const query = 'from=2020-01-01&to=2030-01-01&code=escrow';
    const response = await fetch(`${world.url}/api/admin_exports/${name}.csv?${query}`, {
      headers: { authorization: `Bearer ${admin.user.token}` },
    });
    pages.set(`${name}.csv`, await response.text());
  }
  return pages;
}

/** Notices, also those that wait to be sent elsewhere, and what averages are computed from. */
async function readStored(): Promise<Map<string, string>> {
  await world.drain();
  const notices = await world.db
    .selectFrom('notification')
    .select(['type', 'values', 'path'])
    .where('user_id', 'in', [poster.id, stranger.id])
    .orderBy('id')
    .execute();
  const sums = await world.db
    .selectFrom('user_account')
    .select(['id', 'rating_sum', 'rating_count'])
    .where('id', 'in', [poster.id, worker.id])
    .orderBy('id')
    .execute();
  return new Map([
    ['notices', JSON.stringify(notices)],
    ['averages', JSON.stringify(sums)],
  ]);
}

const readAll = async (): Promise<Map<string, string>> =>
  new Map([
    ...[...(await readCalls(poster))].map(([name, text]) => [`poster: ${name}`, text] as const),
    ...[...(await readCalls(stranger))].map(([name, text]) => [`stranger: ${name}`, text] as const),
    ...[...(await readCalls(world.guest))].map(([name, text]) => [`visitor: ${name}`, text] as const),
    ...(await readPages()),
    ...(await readStored()),
  ]);

const listDifferent = (first: ReadonlyMap<string, string>, second: ReadonlyMap<string, string>): string[] =>
  [...first].filter(([name, text]) => second.get(name) !== text).map(([name]) => name);
const listWith = (answers: ReadonlyMap<string, string>, text: string): string[] =>
  [...answers].filter(([, answer]) => answer.includes(text)).map(([name]) => name);

test(
  'no answer, page, notice, export or event depends on what a sealed review says',
  { timeout: 300_000 },
  async () => {
    const stream = await openStream(world, { authorization: `Bearer ${poster.token}` });
    const write = (secret: string, stars: string, photoIds: string[]) =>
      worker.done(writeReview, {
        jobId,
        rating: stars,
        quality: stars,
        onTime: stars,
        asAgreed: stars,
        manner: stars,
        text: secret,
        photoIds,
      });
    await write('ZqPraiseZq', '5', []);
    const praised = await readAll();
    // What differs by itself, such as a code to type, proves nothing.
    const again = await readAll();
    const unstable = listDifferent(praised, again);
    await write('ZqBlameZq', '1', [photo.id]);
    const blamed = await readAll();

    expect(listWith(praised, 'ZqPraiseZq')).toEqual([]);
    expect(listWith(blamed, 'ZqBlameZq')).toEqual([]);
    expect(listDifferent(again, blamed).filter((name) => !unstable.includes(name))).toEqual([]);
    expect(
      unstable
        .map((name) => name.replace(/^.*: | \d$/g, ''))
        .filter((name) => /job|review|person|profile|today|notif/.test(name)),
    ).toEqual([]);
    expect(praised.size - unstable.length).toBeGreaterThan(150);
    await waitFor('news of the job', async () => stream.getText().split('data: ').length > 2);
    expect(stream.getText()).not.toMatch(/Zq|stars|points|rating/);

    // The same questions find it once it is shown.
    await poster.done(writeReview, { jobId, rating: '5', text: 'Fine' });
    const shown = await readAll();
    const finders = listWith(shown, 'ZqBlameZq').map((name) => name.replace(/ \d$/, ''));
    expect(finders).toEqual(expect.arrayContaining(['poster: job_reviews', 'stranger: review_list']));
    expect(listDifferent(blamed, shown)).toContain('averages');
  },
);
