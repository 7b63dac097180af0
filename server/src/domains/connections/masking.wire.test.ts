import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, personDetail, profileList } from '@fws/contract/connections/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import { acceptQuote, quoteDetail } from '@fws/contract/quotes/calls';
import { toPersonParams } from '../../../test/connections.ts';
import { post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ORIGINAL = {
  about: 'Call 98220 12345 for tiles',
  skills: ['Tiling', 'asha@mail.example', '98220 12345'],
  webLink: 'https://asha.example/',
};
const MASKED = { about: `Call ${HIDDEN} for tiles`, skills: ['Tiling', HIDDEN, HIDDEN], webLink: '' };

async function createWriter(): Promise<TestUser> {
  const writer = await world.user({ firstName: 'Asha', identity: 'verified' });
  const { version } = await writer.done(ownProfile, {});
  const { about, skills, webLink } = ORIGINAL;
  await writer.done(updateProfile, { version, about, skills, webLink });
  return writer;
}

async function readPerson(reader: TestUser, person: TestUser) {
  const { about, skills, webLink } = await reader.done(personDetail, toPersonParams(person));
  return { about, skills, webLink };
}

test('contact data in a profile is for its owner and for who has agreed on a job with them, not for connections', async () => {
  const writer = await createWriter();
  const reader = await world.user({ firstName: 'Meera' });
  expect(await readPerson(writer, writer)).toEqual(ORIGINAL);
  expect(await readPerson(reader, writer)).toEqual(MASKED);
  await reader.done(connect, toPersonParams(writer));
  expect(await readPerson(reader, writer)).toEqual(MASKED);
  const { items } = await reader.done(profileList, { search: 'Asha' });
  expect(items.find(({ id }) => id === writer.id)).toMatchObject(MASKED);
  const { data } = await reader.post('user_detailed_history', { user_id: String(writer.id) });
  expect(data).toMatchObject([{ first_name: 'Asha', about_description: MASKED.about }]);
  expect(JSON.stringify(data)).not.toMatch(/98220|mail\.example|asha\.example/);

  const job = await post(world, reader);
  const sent = await quote(writer, job.id);
  const readSkills = async () => (await reader.done(quoteDetail, { quoteId: String(sent.id) })).worker.skills;
  expect(await readSkills()).toEqual(MASKED.skills);
  await reader.done(acceptQuote, { quoteId: String(sent.id), jobId: String(job.id) });
  expect(await readSkills()).toEqual(ORIGINAL.skills);
  expect(await readPerson(reader, writer)).toEqual(ORIGINAL);
  const other = await world.user({ firstName: 'Om' });
  expect(await readPerson(other, writer)).toEqual(MASKED);
});

test('owners read what others do not', async () => {
  const writer = await createWriter();
  expect((await writer.done(ownProfile, {})).hides).toEqual(['number', 'mail', 'link']);
  const plain = await world.user();
  expect((await plain.done(ownProfile, {})).hides).toEqual([]);
});

test('nobody is found by contact data that others do not read', async () => {
  const writer = await createWriter();
  const { version } = await writer.done(ownProfile, {});
  await writer.done(updateProfile, {
    version,
    skills: ['360 photos', '2BHK painting', '98220', '12345'],
    location: 'Pune 411045, Baner, +91-9822-0123-46',
  });
  const reader = await world.user({ firstName: 'Meera' });
  const isFound = async (search: string) =>
    (await reader.done(profileList, { search })).items.some(({ id }) => id === writer.id);
  for (const search of ['asha 2bhk', 'asha 360', 'asha 411045', 'asha baner'])
    expect(await isFound(search), search).toBe(true);
  for (const search of ['asha 9822', 'asha 98220', 'asha 12345', 'asha 0123', 'asha 46'])
    expect(await isFound(search), search).toBe(false);
});
