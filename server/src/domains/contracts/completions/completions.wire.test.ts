import { afterAll, beforeAll, expect, test } from 'vitest';
import { awardedJob, moveWork, requestChange } from '@fws/contract/contracts/calls';
import type { Milestone } from '@fws/contract/contracts/schemas';
import { upload } from '../../../../test/files/photos.ts';
import { award, fund, getMilestoneAt, sendWorkStep, type MilestoneAt } from '../../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran' });
});
afterAll(() => world.close());

const toIds = (at: MilestoneAt) => ({ jobId: String(at.jobId), milestoneId: String(at.milestoneId) });

async function startMilestone(): Promise<MilestoneAt> {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '900', term: 'completion' }));
  await fund(world, poster, at);
  await sendWorkStep(worker, at, 'started');
  return at;
}

const complete = (at: MilestoneAt, said: { note?: string; photoIds?: string[] } = {}): Promise<WireAnswer> =>
  worker.call(moveWork, { ...toIds(at), step: 'completed', ...said });

const readMilestone = async (reader: TestUser, at: MilestoneAt): Promise<Milestone> => {
  const { milestones } = await reader.done(awardedJob, { jobId: String(at.jobId) });
  if (!milestones[0]) throw new Error('the contract has no milestone');
  return milestones[0];
};

const open = (user: TestUser, url: string): Promise<number> =>
  fetch(world.url + url, { headers: { authorization: `Bearer ${user.token}` } }).then(({ status }) => status);

test('shows both sides the note and the photos of the completed work', async () => {
  const at = await startMilestone();
  const photos = [await upload(worker), await upload(worker)];
  const [first, second] = photos.map(({ id }) => id) as [string, string];
  expect((await complete(at, { note: '  Sink fitted  ', photoIds: [second, first] })).status).toBe(200);
  const completion = {
    round: 1,
    note: 'Sink fitted',
    at: world.clock.now().toISOString(),
    photos: [photos[1], photos[0]],
  };
  for (const side of [poster, worker])
    expect((await readMilestone(side, at)).completions).toEqual([completion]);

  const url = photos[0]?.url ?? '';
  for (const side of [poster, worker]) expect(await open(side, url)).toBe(200);
  expect(await open(await world.user(), url)).toBe(404);
});

test('completes work without a note, as clients of the specification do', async () => {
  const at = await startMilestone();
  expect((await complete(at)).status).toBe(200);
  expect((await readMilestone(poster, at)).completions).toEqual([
    { round: 1, note: '', at: world.clock.now().toISOString(), photos: [] },
  ]);
});

test('keeps what was said before a change, behind what was said after it', async () => {
  const at = await startMilestone();
  const photo = await upload(worker);
  await complete(at, { note: 'One coat', photoIds: [photo.id] });
  await poster.done(requestChange, { ...toIds(at), comment: 'Two coats, please' });
  await complete(at, { note: 'Two coats' });
  const { completions } = await readMilestone(poster, at);
  expect(completions.map(({ round, note, photos }) => [round, note, photos])).toEqual([
    [2, 'Two coats', []],
    [1, 'One coat', [photo]],
  ]);
});

test('stores one completion for a repeated call', async () => {
  const at = await startMilestone();
  const photo = await upload(worker);
  const said = { note: 'Done', photoIds: [photo.id] };
  const answers = await Promise.all([complete(at, said), complete(at, said), complete(at, said)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await readMilestone(worker, at)).completions).toHaveLength(1);
});

test('reads no note with another step', async () => {
  const at = await startMilestone();
  await complete(at, { note: 'Done' });
  await worker.done(moveWork, { ...toIds(at), step: 'payment_requested', note: 'Pay, please' });
  expect((await readMilestone(poster, at)).completions.map(({ note }) => note)).toEqual(['Done']);
});

test("refuses a note that is too long, and a photo that is gone or somebody else's; nothing changes", async () => {
  const at = await startMilestone();
  expect(await complete(at, { note: 'x'.repeat(2_001) })).toMatchObject({
    status: 422,
    errors: { note: 'Please use at most 2000 characters' },
  });
  const other = await upload(poster);
  const unknown = '0b8f6a5e-11aa-4c55-9d10-2f6f0a7e5c01';
  const own = await upload(worker);
  for (const photoIds of [[other.id], [unknown], [own.id, unknown]])
    expect(await complete(at, { note: 'Done', photoIds })).toMatchObject({
      status: 422,
      errors: { photoIds: 'A photo is no longer stored. Please remove it and add it again' },
    });
  expect(await readMilestone(worker, at)).toMatchObject({ work: 'started', completions: [] });
  expect((await complete(at, { note: 'x'.repeat(2_000), photoIds: [own.id] })).status).toBe(200);

  const again = await startMilestone();
  expect((await complete(again, { photoIds: [own.id] })).status).toBe(422);
});
