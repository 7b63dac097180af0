import { personDetail } from '@fws/contract/connections/calls';
import { conversationMessages } from '@fws/contract/conversations/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { blockUser } from '@fws/contract/safety/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { suspendUser } from '../identity/index.ts';
import { createPair, write } from './testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const read = (by: TestUser, to: TestUser, jobId: string) =>
  by.done(conversationMessages, { jobId, userId: String(to.id) });
const countAnswers = (poster: TestUser, count: number) =>
  world.db
    .updateTable('poster_record')
    .set({ quotes_answered: count, answer_seconds: 2 * 60 * 60 })
    .where('poster_id', '=', poster.id)
    .execute();

test('says how soon the poster answers as their jobs do, to the worker alone', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await countAnswers(poster, 2);
  expect((await read(worker, poster, jobId)).answerMinutes).toBe(null);
  await countAnswers(poster, 3);
  const { answerMinutes } = await read(worker, poster, jobId);
  expect(answerMinutes).toBe(120);
  expect((await worker.done(jobDetail, { jobId })).poster.answerMinutes).toBe(answerMinutes);
  // What the poster reads is about the worker.
  expect((await read(poster, worker, jobId)).answerMinutes).toBe(null);
});

test.each(['a block', 'a suspension'])(
  'says whether the page of the other side is there, before and after %s',
  async (after) => {
    const { poster, worker, jobId } = await createPair(world);
    await write(worker, poster, jobId, 'Which floor?');
    const opens = (by: TestUser, to: TestUser) => by.call(personDetail, { userId: String(to.id) });
    expect((await opens(worker, poster)).httpStatus).toBe(200);
    expect((await read(worker, poster, jobId)).mayOpenPerson).toBe(true);
    expect((await read(poster, worker, jobId)).mayOpenPerson).toBe(true);
    if (after === 'a block') await poster.done(blockUser, { userId: String(worker.id) });
    else await inTx(world.db, (tx) => suspendUser(tx, poster.id, 'Spam', world.clock.now()));
    expect((await opens(worker, poster)).httpStatus).toBe(404);
    expect((await read(worker, poster, jobId)).mayOpenPerson).toBe(false);
  },
);
