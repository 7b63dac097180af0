import { afterAll, beforeAll, expect, test } from 'vitest';
import { myContracts } from '@fws/contract/jobs/calls';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import { legacyJobForm } from '../../../test/legacy-samples.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

// Categories by id or by name, in both languages.

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  poster = await world.user();
  worker = await world.user();
});
afterAll(() => world.close());

const HINDI = { 'accept-language': 'hi' };
const UNKNOWN = 'There is no such category. Please choose one from the list of categories';
const UNKNOWN_IN_HINDI = 'ऐसी कोई श्रेणी नहीं है। कृपया श्रेणियों की सूची में से चुनें';

const listTitles = (answer: WireAnswer) =>
  (answer.data as { job_title: string }[]).map((job) => job.job_title);
const buildForm = (category: string) => ({
  ...legacyJobForm,
  job_title: `Work in ${category}`,
  category,
});
const hide = (name: string, at: Date | null) =>
  world.db.updateTable('category').set({ hidden_at: at }).where('name', '=', name).execute();

test('explores a category by its id or by its name in either language', async () => {
  await poster.post('post_job', { ...buildForm('18'), job_title: 'Wedding photos' });
  await poster.post('post_job', { ...buildForm('2'), job_title: 'Leaking tap' });
  for (const category of [
    '18',
    'Photography',
    '  photoGRAPHY ',
    'फ़ोटोग्राफ़ी',
    'फ़ोटोग्राफ़ी'.normalize('NFC'),
    'फोटोग्राफी',
  ])
    expect(listTitles(await worker.post('explore_jobs', { category })), category).toEqual(['Wedding photos']);
  expect(listTitles(await worker.post('explore_jobs', { category: 'नल पाइप का काम' }))).toEqual([
    'Leaking tap',
  ]);
  expect(listTitles(await worker.post('explore_jobs', { category: ' ' }))).toHaveLength(2);
});

test.each(['Painters', '0', '-1', '4.5', '999999', '99999999999999999999', "' OR 1=1 --", 'x'.repeat(61)])(
  'refuses the category "%s" with a sentence in the language of the caller',
  async (category) => {
    const refusal = { httpStatus: 422, message: UNKNOWN, errors: { category: UNKNOWN } };
    expect(await worker.post('explore_jobs', { category })).toMatchObject(refusal);
    expect(await worker.post('post_job', buildForm(category))).toMatchObject(refusal);
    expect(await worker.post('explore_jobs', { category }, HINDI)).toMatchObject({
      message: UNKNOWN_IN_HINDI,
      errors: { category: UNKNOWN_IN_HINDI },
    });
    expect(await worker.post('update_profile', { 'categories[]': `Painting,${category}` })).toMatchObject({
      httpStatus: 422,
      errors: { categories: 'Please choose from the list of categories' },
    });
  },
);

test('posts and changes a job by the name of its category', async () => {
  const poster = await world.user();
  expect(await poster.post('post_job', buildForm('pest CONTROL'))).toMatchObject({
    httpStatus: 200,
    data: [{ category: 7 }],
  });
  const [job] = (await poster.done(myContracts, {})).items;
  const update = { ...buildForm('बागवानी'), job_id: String(job?.id) };
  expect(await poster.post('update_job', update)).toMatchObject({ data: [{ category: 14 }] });
});

test('offers a hidden category only to the job that has it, and still finds its jobs', async () => {
  const poster = await world.user();
  const answer = await poster.post('post_job', { ...buildForm('Welding'), job_title: 'A gate' });
  const [job] = answer.data as { id: number }[];
  await hide('Welding', world.clock.now());
  expect((await poster.post('post_job', buildForm('Welding'))).errors).toEqual({ category: UNKNOWN });
  const update = { ...buildForm('welding'), job_title: 'Two gates', job_id: String(job?.id) };
  expect(await poster.post('update_job', update)).toMatchObject({ data: [{ job_title: 'Two gates' }] });
  expect(listTitles(await worker.post('explore_jobs', { category: 'Welding' }))).toEqual(['Two gates']);
  await hide('Welding', null);
});

test('saves categories of a profile by ids and names, each once', async () => {
  const user = await world.user();
  const answer = await user.post('update_profile', { 'categories[]': '4, carpentry ,बागवानी,,Cook' });
  expect(answer.httpStatus).toBe(200);
  const names = (await user.done(ownProfile, {})).categories.map(({ name }) => name);
  expect(names).toEqual(['Carpentry', 'Cook', 'Gardening']);
  await world.db.updateTable('category').set({ name: 'Drones, kites' }).where('name', '=', 'Other').execute();
  await user.post('update_profile', { 'categories[]': '["Drones, Kites"]' });
  expect((await user.done(ownProfile, {})).categories).toMatchObject([{ name: 'Drones, kites' }]);
  expect((await user.done(updateProfile, { categoryIds: ['ड्राइवर'] })).categories).toMatchObject([
    { name: 'Driver' },
  ]);
});
