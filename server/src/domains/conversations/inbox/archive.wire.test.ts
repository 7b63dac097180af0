import {
  conversationArchive,
  conversationCounts,
  conversationList,
  conversationMessages,
  conversationUnarchive,
} from '@fws/contract/conversations/calls';
import { blockUser } from '@fws/contract/safety/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createPair, write } from '../testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const archive = (by: TestUser, other: TestUser, jobId: string) =>
  by.call(conversationArchive, { jobId, userId: String(other.id) });
const unarchive = (by: TestUser, other: TestUser, jobId: string) =>
  by.call(conversationUnarchive, { jobId, userId: String(other.id) });

const FILTERS = ['all', 'unread', 'posted', 'doing', 'archived'] as const;

/** The filters that list one conversation of the caller. */
async function listPlaces(by: TestUser, jobId: string): Promise<string[]> {
  const places: string[] = [];
  for (const filter of FILTERS) {
    const { items } = await by.done(conversationList, { filter });
    for (const item of items) if (String(item.jobId) === jobId) places.push(filter);
  }
  return places;
}
const countUnread = async (by: TestUser) => (await by.done(conversationCounts, {})).unread;
const readArchived = async (by: TestUser, other: TestUser, jobId: string) =>
  (await by.done(conversationMessages, { jobId, userId: String(other.id) })).conversation.isArchived;

test('an archived conversation is in no other list, for who archived it alone', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'Which floor?');
  expect(await listPlaces(poster, jobId)).toEqual(['all', 'unread', 'posted']);
  expect(await countUnread(poster)).toBe(1);
  for (const time of ['first', 'second'])
    expect(await archive(poster, worker, jobId), time).toMatchObject({
      httpStatus: 200,
      message: 'Moved to the archive, until the other side writes',
    });
  expect(await listPlaces(poster, jobId)).toEqual(['archived']);
  expect(await countUnread(poster)).toBe(0);
  expect(await readArchived(poster, worker, jobId)).toBe(true);
  expect(await listPlaces(worker, jobId)).toEqual(['all', 'doing']);
  expect(await readArchived(worker, poster, jobId)).toBe(false);
  expect(await archive(worker, poster, jobId)).toMatchObject({ httpStatus: 200 });
  expect(await listPlaces(worker, jobId)).toEqual(['archived']);

  for (const time of ['first', 'second'])
    expect(await unarchive(poster, worker, jobId), time).toMatchObject({
      httpStatus: 200,
      message: 'Moved back to your messages',
    });
  expect(await listPlaces(poster, jobId)).toEqual(['all', 'unread', 'posted']);
  expect(await countUnread(poster)).toBe(1);
  expect(await listPlaces(worker, jobId)).toEqual(['archived']);
});

test('a message of the other side brings it back, one’s own does not', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'Which floor?');
  await archive(poster, worker, jobId);
  await archive(worker, poster, jobId);
  await write(poster, worker, jobId, 'Third floor');
  expect(await listPlaces(poster, jobId)).toEqual(['archived']);
  expect(await listPlaces(worker, jobId)).toEqual(['all', 'unread', 'doing']);
  await write(worker, poster, jobId, 'And is there a lift?');
  expect(await listPlaces(poster, jobId)).toEqual(['all', 'unread', 'posted']);
  expect(await listPlaces(worker, jobId)).toEqual(['all', 'doing']);
});

test('the archive is listed page by page, the newest first', async () => {
  const poster = await world.user();
  const job = await post(world, poster);
  const workers: TestUser[] = [];
  for (let count = 0; count < 4; count += 1) {
    const worker = await world.user({ identity: 'verified' });
    await quote(worker, job.id);
    world.clock.advance(1_000);
    await write(worker, poster, String(job.id), `Hello ${count}`);
    if (count > 0) await archive(poster, worker, String(job.id));
    workers.push(worker);
  }
  const query = { filter: 'archived', limit: '2' };
  const first = await poster.done(conversationList, query);
  const second = await poster.done(conversationList, { ...query, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ person }) => person.id)).toEqual(
    workers
      .slice(1)
      .toReversed()
      .map(({ id }) => id),
  );
  expect(second.nextCursor).toBe(null);
});

test('only the two sides archive a conversation, once it has begun, also under a block', async () => {
  const { poster, worker, jobId } = await createPair(world);
  expect((await archive(poster, worker, jobId)).httpStatus).toBe(404);
  await write(worker, poster, jobId, 'Which floor?');
  const stranger = await world.user();
  for (const other of [poster, worker]) {
    expect((await archive(stranger, other, jobId)).httpStatus).toBe(404);
    expect((await unarchive(stranger, other, jobId)).httpStatus).toBe(404);
  }
  expect(await listPlaces(poster, jobId)).toEqual(['all', 'unread', 'posted']);
  await poster.done(blockUser, { userId: String(worker.id) });
  expect((await archive(worker, poster, jobId)).httpStatus).toBe(200);
  expect(await listPlaces(worker, jobId)).toEqual(['archived']);
});
