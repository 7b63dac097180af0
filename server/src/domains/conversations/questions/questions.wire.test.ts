import {
  answerQuestion,
  askQuestion,
  conversationList,
  conversationMessages,
  conversationSend,
  questionList,
} from '@fws/contract/conversations/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { publicJob } from '@fws/contract/site/calls';
import { acceptQuote, cancelQuote } from '@fws/contract/quotes/calls';
import { blockUser } from '@fws/contract/safety/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectPages } from '../../../../test/pages.ts';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { messageContent } from '../index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

async function createJob() {
  const poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  const worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh' });
  const job = await post(world, poster, { values: { title: 'Fit a kitchen' } });
  return { poster, worker, job, jobId: String(job.id) };
}

const ask = (by: TestUser, jobId: string, text: string) => by.call(askQuestion, { jobId, text });
const askDone = (by: TestUser, jobId: string, text: string) => by.done(askQuestion, { jobId, text });
const answer = (by: TestUser, questionId: number, text: string, isPublic: boolean) =>
  by.call(answerQuestion, { questionId: String(questionId), text, isPublic: isPublic ? 'yes' : 'no' });
const list = (by: TestUser, jobId: string) => by.done(questionList, { jobId });
const readTalk = (by: TestUser, other: TestUser, jobId: string) =>
  by.done(conversationMessages, { jobId, userId: String(other.id) });

test('a question is answered for everybody, without the name of who asked', async () => {
  const { poster, worker, job, jobId } = await createJob();
  const reader = await world.user();
  const askedAt = world.clock.now().toISOString();
  const text = 'Which floor is it? Ask Shaikh on 9822012345';
  const own = { questionId: expect.any(Number) as number, jobId: job.id, text, askedAt };
  const asked = await askDone(worker, jobId, text);
  expect(asked).toEqual(own);
  const { questionId } = asked;

  expect(await list(worker, jobId)).toEqual({
    mayAsk: { allowed: true },
    open: [{ ...asked, person: null }],
    items: [],
    nextCursor: null,
  });
  expect(await list(poster, jobId)).toEqual({
    mayAsk: { allowed: false, reason: 'conversations.own_job' },
    open: [
      {
        ...asked,
        text: `Which floor is it? Ask Shaikh on ${HIDDEN}`,
        person: { id: worker.id, name: 'Imran S.' },
      },
    ],
    items: [],
    nextCursor: null,
  });
  expect(await list(reader, jobId)).toEqual({
    mayAsk: { allowed: true },
    open: [],
    items: [],
    nextCursor: null,
  });

  const reply = await answer(poster, questionId, 'The third. Joshi is on the door', true);
  const shown = {
    questionId,
    question: `Which floor is it? Ask ${HIDDEN} on ${HIDDEN}`,
    answer: `The third. ${HIDDEN} is on the door`,
    answeredAt: world.clock.now().toISOString(),
  };
  expect(reply.data).toEqual(shown);
  for (const each of [reader, worker, poster])
    expect(await list(each, jobId)).toMatchObject({ open: [], items: [shown], nextCursor: null });
  const page = await world.guest.done(publicJob, { number: job.number });
  expect(page.job?.questions).toEqual([shown]);
  expect(JSON.stringify(page)).not.toContain('Imran');
});

test('both read question and answer in their conversation, and write freely once there is a quote', async () => {
  const { poster, worker, jobId } = await createJob();
  const { questionId } = await askDone(worker, jobId, 'Which floor is it?');
  const before = await readTalk(poster, worker, jobId);
  expect(before.conversation).toMatchObject({ state: 'asking', unread: 1, person: { name: 'Imran S.' } });
  expect(before.mayWrite).toEqual({ allowed: false, reason: 'conversations.answer_instead' });
  expect(before.openQuestions).toEqual([
    {
      questionId,
      jobId: Number(jobId),
      text: 'Which floor is it?',
      askedAt: world.clock.now().toISOString(),
      person: { id: worker.id, name: 'Imran S.' },
    },
  ]);
  const send = (by: TestUser, to: TestUser) =>
    by.call(conversationSend, { jobId, userId: String(to.id), text: 'Hello', clientId: 'client-of-test' });
  expect(await send(poster, worker)).toMatchObject({ httpStatus: 409 });
  expect(await send(worker, poster)).toMatchObject({ httpStatus: 409 });
  expect((await readTalk(worker, poster, jobId)).mayWrite).toEqual({
    allowed: false,
    reason: 'conversations.ask_instead',
  });
  expect((await readTalk(worker, poster, jobId)).mayAsk).toEqual({ allowed: true });

  expect((await answer(poster, questionId, 'The third', false)).httpStatus).toBe(200);
  const talk = await readTalk(worker, poster, jobId);
  expect(talk.items.map(({ text }) => text)).toEqual(['The third', 'Which floor is it?']);
  expect(talk.openQuestions).toEqual([]);
  expect((await list(await world.user(), jobId)).items).toEqual([]);
  expect((await worker.done(conversationList, {})).items).toMatchObject([{ state: 'asking', unread: 1 }]);

  const sent = await quote(worker, Number(jobId));
  expect((await readTalk(worker, poster, jobId)).conversation.state).toBe('quoted');
  expect(await send(worker, poster)).toMatchObject({ httpStatus: 200 });
  expect(await ask(worker, jobId, 'One more?')).toMatchObject({
    httpStatus: 409,
    message: 'You have a quote on this job, so you can write to the poster in Messages',
  });
  await worker.done(cancelQuote, { quoteId: String(sent.id), comment: 'Too far' });
  expect((await readTalk(worker, poster, jobId)).conversation.state).toBe('asking');
});

test('a worker has three open questions at most, and an answer makes room', async () => {
  const { poster, worker, jobId } = await createJob();
  const first = await askDone(worker, jobId, 'First?');
  await askDone(worker, jobId, 'Second?');
  // Both take the last place, and one gets it.
  const last = await Promise.all([ask(worker, jobId, 'Third?'), ask(worker, jobId, 'Fourth?')]);
  expect(last.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await ask(worker, jobId, 'Fifth?')).toMatchObject({
    httpStatus: 409,
    message: '3 of your questions wait for an answer. You can ask more once the poster has answered',
  });
  // The same words are the same question.
  expect((await askDone(worker, jobId, 'First?')).questionId).toBe(first.questionId);
  expect((await list(worker, jobId)).open).toHaveLength(3);
  expect((await list(await world.user(), jobId)).mayAsk).toEqual({ allowed: true });
  await answer(poster, first.questionId, 'Yes', false);
  expect(await ask(worker, jobId, 'Fifth?')).toMatchObject({ httpStatus: 200 });
});

test('an answer that is sent again is stored once, and changes who sees it', async () => {
  const { poster, worker, jobId } = await createJob();
  const { questionId } = await askDone(worker, jobId, 'Which floor?');
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => answer(poster, questionId, 'Third', false)),
  );
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
  expect((await readTalk(worker, poster, jobId)).items).toHaveLength(2);
  await answer(poster, questionId, 'Third', true);
  expect((await list(worker, jobId)).items).toMatchObject([{ questionId, answer: 'Third' }]);
  expect(await answer(poster, questionId, 'Fourth', true)).toMatchObject({ httpStatus: 409 });
  expect((await answer(poster, questionId, '', false)).httpStatus).toBe(200);
  expect((await list(worker, jobId)).items).toEqual([]);
  await answer(poster, questionId, '', true);
  expect((await list(worker, jobId)).items).toMatchObject([{ answer: 'Third' }]);
  await answer(poster, questionId, 'Third', false);
  expect((await list(worker, jobId)).items).toEqual([]);
});

test('a worker asks thirty times an hour at most', async () => {
  const { worker, jobId } = await createJob();
  for (let times = 0; times < 30; times++)
    expect(await ask(worker, jobId, 'Which floor?')).toMatchObject({ httpStatus: 200 });
  expect(await ask(worker, jobId, 'Which floor?')).toMatchObject({ httpStatus: 429 });
});

test('an answer needs words', async () => {
  const { poster, worker, jobId } = await createJob();
  const { questionId } = await askDone(worker, jobId, 'Which floor?');
  for (const text of ['', ' ?! '])
    expect(await answer(poster, questionId, text, true)).toMatchObject({
      httpStatus: 422,
      errors: { text: 'Please write something' },
    });
  expect((await list(poster, jobId)).open).toMatchObject([{ questionId, text: 'Which floor?' }]);
});

test('nobody else answers, and nobody asks about a job that is closed, hidden or their own', async () => {
  const { poster, worker, jobId } = await createJob();
  const { questionId } = await askDone(worker, jobId, 'Which floor?');
  for (const other of [worker, await world.user()])
    expect(await answer(other, questionId, 'Third', true)).toMatchObject({ httpStatus: 404 });
  expect(await ask(poster, jobId, 'Who comes?')).toMatchObject({ httpStatus: 409 });
  expect(await ask(worker, '99999999', 'Which floor?')).toMatchObject({ httpStatus: 404 });

  const blocked = await world.user();
  await poster.done(blockUser, { userId: String(blocked.id) });
  expect(await ask(blocked, jobId, 'Which floor?')).toMatchObject({ httpStatus: 404 });
  await poster.done(blockUser, { userId: String(worker.id) });
  expect((await list(poster, jobId)).open).toEqual([]);
  expect(await answer(poster, questionId, 'Third', true)).toMatchObject({ httpStatus: 409 });
  const refused = { allowed: false, reason: 'conversations.blocked' };
  expect(await readTalk(worker, poster, jobId)).toMatchObject({ mayAsk: refused, mayWrite: refused });

  const other = await createJob();
  const asked = await askDone(other.worker, other.jobId, 'Which floor?');
  const winner = await world.user();
  const { id } = await quote(winner, other.job.id);
  await other.poster.done(acceptQuote, { quoteId: String(id), jobId: other.jobId });
  expect(await answer(other.poster, asked.questionId, 'Third', true)).toMatchObject({ httpStatus: 409 });
  expect((await ask(winner, other.jobId, 'When?')).httpStatus).toBe(409);
  expect((await ask(other.worker, other.jobId, 'When?')).httpStatus).toBe(404);
});

test('what is taken down leaves the job', async () => {
  const { poster, worker, jobId, job } = await createJob();
  const { questionId } = await askDone(worker, jobId, 'Which floor?');
  await answer(poster, questionId, 'Third', true);
  const cause = { at: world.clock.now(), reason: 'other' } as const;
  await world.db
    .transaction()
    .execute((tx) => messageContent.takeDown(tx, `${jobId}-${worker.id}-2`, cause as never));
  expect((await list(worker, jobId)).items).toEqual([]);
  expect((await world.guest.done(publicJob, { number: job.number })).job?.questions).toEqual([]);
});

test('answered questions are listed page by page, those answered last first', async () => {
  const { poster, worker, jobId } = await createJob();
  const texts = ['One?', 'Two?', 'Three?', 'Four?'];
  for (const text of texts) {
    const { questionId } = await askDone(worker, jobId, text);
    await answer(poster, questionId, `About ${text}`, true);
  }
  await expectPages((page) => worker.done(questionList, { jobId, ...page }), texts.toReversed(), {
    pick: ({ question }) => question,
  });
});
