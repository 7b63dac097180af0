import { auditLog } from '@fws/contract/admin/calls';
import * as calls from '@fws/contract/admin/content/calls';
import { categoryList, exploreJobs, updateJob } from '@fws/contract/jobs/calls';
import { sampleVideos } from '@fws/contract/kyc/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createVideo } from '../../../../test/kyc/identity-checks.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  boss = await createAdmin(world);
});
afterAll(() => world.close());

const listOfferedNames = async () => (await world.guest.done(categoryList, {})).map(({ name }) => name);
const findCategoryId = async (name: string) => {
  const all = await boss.user.done(calls.adminCategories, {});
  return String(all.find((category) => category.name === name)?.id ?? 0);
};

test('adds, renames (in both languages) and moves a category, with an audit entry each', async () => {
  const form = { categoryId: '', name: 'Drone work', nameHi: 'ड्रोन का काम', inPerson: 'true' };
  await boss.user.done(calls.adminCategorySave, form);
  expect((await listOfferedNames()).at(-1)).toBe('Drone work');
  expect((await boss.user.call(calls.adminCategorySave, form)).status).toBe(422);
  const categoryId = await findCategoryId('Drone work');
  const renamed = { ...form, categoryId, name: 'Drones', nameHi: 'ड्रोन', inPerson: '' };
  await boss.user.done(calls.adminCategorySave, renamed);
  expect(await world.guest.done(categoryList, {})).toContainEqual(
    expect.objectContaining({ name: 'Drones', nameHi: 'ड्रोन', trade: null }),
  );
  await boss.user.done(calls.adminCategoryMove, { categoryId, direction: 'up' });
  expect((await listOfferedNames()).slice(-2)).toEqual(['Drones', 'Other']);
  const { items } = await boss.user.done(auditLog, { subject: 'category', subjectId: categoryId });
  expect(items.map(({ act }) => act)).toEqual(['category_moved', 'category_changed', 'category_added']);
  const unknownCategory = { ...form, categoryId: '99999' };
  expect((await boss.user.call(calls.adminCategorySave, unknownCategory)).status).toBe(404);
});

test('does not offer a hidden category, and keeps the jobs in it', async () => {
  const poster = await world.user();
  const job = await post(world, poster);
  const categoryId = String(job.categoryId);
  await boss.user.done(calls.adminCategoryHide, { categoryId, hidden: 'true' });
  expect(await listOfferedNames()).not.toContain('Painting');
  await expect(post(world, poster)).rejects.toThrow(/422/);
  const update = {
    jobId: String(job.id),
    title: 'Paint two flats',
    categoryId,
    description: 'Two rooms',
    location: 'Kothrud, Pune',
    latitude: '18.5',
    longitude: '73.8',
    skills: ['Painting'],
    takeWorkOn: job.takeWorkOn,
    closesOn: job.closesOn,
    budgetKind: 'fixed' as const,
    amountText: '15000',
    amountFromText: '',
    amountToText: '',
    paymentTerm: 'terms' as const,
  };
  expect((await poster.done(updateJob, update)).title).toBe('Paint two flats');
  await boss.user.done(calls.adminCategoryHide, { categoryId, hidden: '' });
  expect(await listOfferedNames()).toContain('Painting');
  await expect(sql`DELETE FROM category WHERE id = ${job.categoryId}`.execute(world.db)).rejects.toThrow(
    /permission denied/,
  );
});

test('lets searches find the jobs of a renamed category by its new name, and still by the words of its trade', async () => {
  const poster = await world.user();
  const job = await post(world, poster);
  await world.drain();
  const search = async (text: string) => {
    const params = { sort: 'relevance', location: '', categoryId: '', search: text } as const;
    return (await poster.done(exploreJobs, params)).items.map(({ id }) => id);
  };
  const [category] = (await boss.user.done(calls.adminCategories, {})).filter(
    ({ id }) => id === job.categoryId,
  );
  if (!category) throw new Error('the job has no category');
  const names = {
    categoryId: String(category.id),
    name: category.name,
    nameHi: category.nameHi,
    inPerson: 'true',
  };
  await boss.user.done(calls.adminCategorySave, { ...names, name: 'Frescoes', nameHi: 'भित्तिचित्र' });
  await world.drain();
  expect(await search('Frescoes')).toContain(job.id);
  expect(await search('भित्तिचित्र')).toContain(job.id);
  const values = { title: 'Two rooms', description: 'In May', skills: ['Careful'] };
  const posted = await post(world, poster, { values });
  await world.drain();
  for (const text of ['painter', 'पेंटर', 'பெயிண்டர்']) expect(await search(text)).toContain(posted.id);
  expect(await world.guest.done(categoryList, {})).toContainEqual(
    expect.objectContaining({ name: 'Frescoes', trade: 'painting' }),
  );
  await boss.user.done(calls.adminCategorySave, names);
  await world.drain();
  expect(await search('Frescoes')).toEqual([]);
});

test('uploads, plays, replaces and removes sample videos', async () => {
  const user = await world.user();
  const loadSamples = async () => user.done(sampleVideos, {});
  expect((await boss.user.call(calls.adminSampleSave, { language: 'ta' })).status).toBe(422);
  const textFile = new File(['not a film'], 'a.mp4');
  expect(
    (await boss.user.call(calls.adminSampleSave, { language: 'ta' }, { files: { video: textFile } })).status,
  ).toBe(415);
  await boss.user.done(calls.adminSampleSave, { language: 'ta' }, { files: { video: createVideo('mp4') } });
  const first = (await loadSamples()).find(({ language }) => language === 'ta');
  const play = (url: string, token: string) =>
    fetch(`${world.url}${url}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  expect((await play(first?.url ?? '', user.token)).status).toBe(200);
  expect((await play(first?.url ?? '', '')).status).toBe(401);

  await boss.user.done(calls.adminSampleSave, { language: 'ta' }, { files: { video: createVideo('webm') } });
  const second = (await loadSamples()).find(({ language }) => language === 'ta');
  expect(second?.id).toBe(first?.id);
  expect(second?.url).not.toBe(first?.url);
  expect((await play(first?.url ?? '', user.token)).status).toBe(404);

  await boss.user.done(calls.adminSampleRemove, { sampleId: String(second?.id) });
  expect((await loadSamples()).map(({ language }) => language)).not.toContain('ta');
  expect((await play(second?.url ?? '', user.token)).status).toBe(404);
  expect((await boss.user.call(calls.adminSampleRemove, { sampleId: String(second?.id) })).status).toBe(404);
});

test('lists addresses and enquiries by pages, and exports the addresses as CSV', async () => {
  await sql`INSERT INTO notify_me (email, locale, created_at)
    SELECT 'a' || i || '@mail.example', 'en', now() FROM generate_series(1, 1200) i`.execute(world.db);
  await sql`INSERT INTO notify_me VALUES ('=cmd@mail.example', 'hi', now())`.execute(world.db);
  const first = await boss.user.done(calls.adminAddresses, { limit: '2' });
  const next = await boss.user.done(calls.adminAddresses, { limit: '2', cursor: first.nextCursor ?? '' });
  expect(new Set([...first.items, ...next.items].map(({ email }) => email)).size).toBe(4);
  const file = await fetch(`${world.url}/api/admin_exports/addresses.csv`, {
    headers: { authorization: `Bearer ${boss.user.token}` },
  });
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(1202);
  expect(lines.some((line) => line.startsWith("'=cmd@"))).toBe(true);

  await sql`INSERT INTO business_enquiry (name, purpose, heard_from, company, phone, email, address1, address2,
      address3, requirement, created_at)
    SELECT 'N', 'P', 'H', 'Company ' || i, '919800000000', 'x@y.example', '', '', '', 'R', now()
    FROM generate_series(1, 3) i`.execute(world.db);
  const page = await boss.user.done(calls.adminEnquiries, { limit: '2' });
  const nextPage = await boss.user.done(calls.adminEnquiries, { limit: '2', cursor: page.nextCursor ?? '' });
  expect([...page.items, ...nextPage.items].map(({ company }) => company)).toEqual([
    'Company 3',
    'Company 2',
    'Company 1',
  ]);
  expect(nextPage.nextCursor).toBeNull();
  expect((await boss.user.call(calls.adminEnquiries, { cursor: 'x' })).status).toBe(400);
});
