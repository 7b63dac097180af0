import { answerSplit, cancelJob, proposeSplit, requestChange } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { conversationList, conversationMessages } from '@fws/contract/conversations/calls';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { afterEach, expect, test } from 'vitest';
import { awardParts, buildCancelParams, waitForRefunds } from '../../../../test/cancelling.ts';
import { setUpSplits, toAnswer, toProposal } from '../../../../test/splitting.ts';
import {
  award,
  fund,
  getMilestoneAt,
  post,
  quote,
  releaseUnaccepted,
  sendFundStep,
  sendWorkStep,
  setJobState,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { write } from '../testing/pair.ts';

// What happens with the quotes and in the contract of two people stands between their messages.

let world: World;
let poster: TestUser;
let worker: TestUser;
const { cancelStarted, read, settle } = setUpSplits((fixture) => ({ world, poster, worker } = fixture));

afterEach(() => world.clock.reset());

const readPage = (
  by: TestUser,
  { id: userId }: TestUser,
  jobId: number,
  page: { limit?: string; cursor?: string } = {},
) => by.done(conversationMessages, { jobId: String(jobId), userId: String(userId), ...page });
const listKinds = async (jobId: number) =>
  (await readPage(poster, worker, jobId)).lines.map(({ kind, milestone, amountPaise }) => [
    kind,
    milestone?.number ?? null,
    amountPaise,
  ]);
const toIssue = (contract: Contract) => ({
  jobId: String(contract.jobId),
  issue: 'not_completed' as const,
  details: 'Call me on 98220 12345',
});

test('each step of a paid milestone is one line for both sides, and no message', async () => {
  world.clock.stop();
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract);
  const times = [world.clock.format(), world.clock.format()];
  const step = async (take: () => Promise<unknown>) => {
    world.clock.advance(1000);
    times.push(world.clock.format());
    await take();
  };
  await step(() => fund(world, poster, at));
  for (const work of ['started', 'completed'] as const) await step(() => sendWorkStep(worker, at, work));
  await step(() =>
    poster.done(requestChange, {
      jobId: String(at.jobId),
      milestoneId: String(at.milestoneId),
      comment: 'The left door does not close',
    }),
  );
  for (const work of ['completed', 'payment_requested'] as const)
    await step(() => sendWorkStep(worker, at, work));
  for (const money of ['accepted', 'released'] as const) await step(() => sendFundStep(poster, at, money));
  await world.drain();
  const page = await readPage(poster, worker, contract.jobId);
  const milestone = { number: 1, name: at.milestone.name };
  const line = (kind: string, amountPaise: number | null = null) => ({ kind, milestone, amountPaise });
  const expected = [
    { ...line('quote_sent', 1000_00), milestone: null },
    { ...line('awarded'), milestone: null },
    line('funded', 600_00),
    line('started'),
    line('completed'),
    line('change_requested'),
    line('completed'),
    line('payment_requested', 600_00),
    line('accepted'),
    line('released', 600_00),
  ];
  expect(page.lines).toEqual(
    expected.map((entry, index) => ({ ...entry, at: times[index], afterNumber: 0 })),
  );
  expect(await readPage(worker, poster, contract.jobId)).toMatchObject({ lines: page.lines, items: [] });
  expect(page).toMatchObject({ items: [], nextCursor: null, conversation: { unread: 0, last: null } });
  // A release writes nothing into the tables of conversations.
  for (const table of ['conversation', 'message'] as const)
    expect(
      await world.db.selectFrom(table).select('job_id').where('job_id', '=', contract.jobId).execute(),
    ).toEqual([]);
  expect((await poster.done(conversationList, {})).items).toEqual([]);
});

test('a line comes after the last message that was sent before it, on the page of that message', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const { jobId } = contract;
  const at = getMilestoneAt(contract);
  await write(worker, poster, String(jobId), 'One');
  await write(poster, worker, String(jobId), 'Two');
  await fund(world, poster, at);
  await write(worker, poster, String(jobId), 'Three');
  await sendWorkStep(worker, at, 'started');
  await write(worker, poster, String(jobId), 'Four');
  await sendWorkStep(worker, at, 'completed');
  const readLines = async (cursor?: string) => {
    const page = await readPage(poster, worker, jobId, { limit: '2', ...(cursor && { cursor }) });
    return {
      nextCursor: page.nextCursor ?? undefined,
      texts: page.items.map(({ text }) => text),
      lines: page.lines.map(({ kind, afterNumber }) => [kind, afterNumber]),
    };
  };
  const newest = await readLines();
  expect(newest).toMatchObject({
    texts: ['Four', 'Three'],
    lines: [
      ['started', 3],
      ['completed', 4],
    ],
  });
  expect(await readLines(newest.nextCursor)).toEqual({
    texts: ['Two', 'One'],
    lines: [
      ['quote_sent', 0],
      ['awarded', 0],
      ['funded', 2],
    ],
    nextCursor: undefined,
  });
});

test('a release that accepts the work is one line', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await releaseUnaccepted({ poster, worker }, at);
  expect((await listKinds(contract.jobId)).slice(-2)).toEqual([
    ['payment_requested', 1, 600_00],
    ['released', 1, 600_00],
  ]);
});

test('the lines of a cancelled job name what goes back and what the worker gets of started work', async () => {
  const contract = await cancelStarted([600, 400]);
  const { jobId } = contract;
  await worker.done(proposeSplit, toProposal(contract, '590'));
  await poster.done(answerSplit, toAnswer(await read(contract), 'counter', { workerText: '300' }));
  await worker.done(answerSplit, toAnswer(await read(contract), 'agree'));
  expect(await listKinds(jobId)).toEqual([
    ['quote_sent', null, 1000_00],
    ['awarded', null, null],
    ['funded', 1, 600_00],
    ['started', 1, null],
    ['cancelling', null, null],
    ['split_proposed', 1, 590_00],
    ['split_proposed', 1, 300_00],
    ['split_agreed', 1, 300_00],
    ['job_cancelled', null, null],
  ]);

  const unstarted = await awardParts(world, { poster, worker }, [600, 400]);
  await fund(world, poster, getMilestoneAt(unstarted));
  await poster.done(cancelJob, buildCancelParams(unstarted));
  await waitForRefunds(poster, unstarted);
  // Less the charge of 2%.
  expect((await listKinds(unstarted.jobId)).slice(3)).toEqual([
    ['refund_started', 1, 588_00],
    ['job_cancelled', null, null],
    ['refunded', 1, 588_00],
  ]);
});

test('the lines of disputes say nothing of what was written in them', async () => {
  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  const first = await poster.done(raiseIssue, toIssue(contract));
  await poster.done(withdrawIssue, { issueId: String(first.id) });
  const second = await worker.done(raiseIssue, toIssue(contract));
  await settle(second.id, { milestoneId: at.milestoneId, toWorkerPaise: 150_00, toPosterPaise: 450_00 });
  expect((await listKinds(contract.jobId)).slice(3)).toEqual([
    ['dispute_raised', null, null],
    ['dispute_withdrawn', null, null],
    ['dispute_raised', null, null],
    ['dispute_settled', null, 150_00],
  ]);
  const page = await readPage(worker, poster, contract.jobId);
  expect(JSON.stringify(page.lines)).not.toMatch(/98220|A part was done|Meera|Imran/);
});

test('a stranger reads no line, and a worker whose quote was not accepted none of the contract', async () => {
  const job = await post(world, poster);
  const other = await world.user({ firstName: 'Asha', identity: 'verified' });
  await quote(other, job.id);
  await write(other, poster, String(job.id), 'Hello');
  await quote(worker, job.id);
  await setJobState(world, job.id, 'award');
  for (const page of [await readPage(other, poster, job.id), await readPage(poster, other, job.id)])
    expect(page.lines.map(({ kind }) => kind)).toEqual(['quote_sent']);

  const contract = await awardParts(world, { poster, worker }, [600, 400]);
  const stranger = await world.user();
  for (const userId of [poster.id, worker.id]) {
    const names = { jobId: String(contract.jobId), userId: String(userId) };
    expect((await stranger.call(conversationMessages, names)).httpStatus).toBe(404);
  }
});

test.each([
  ['completion', 'en', ['On completion']],
  ['completion', 'hi', ['काम पूरा होने पर']],
  ['terms', 'en', ['Initial']],
] as const)(
  'the standard parts of a job paid by %s are named in the language of the reader, %s',
  async (term, locale, names) => {
    const contract = await award(world, { poster, worker }, { rupees: '1000', term });
    await fund(world, poster, getMilestoneAt(contract));
    const { lines } = await poster.done(
      conversationMessages,
      { jobId: String(contract.jobId), userId: String(worker.id) },
      { headers: { 'accept-language': locale } },
    );
    const named = lines.flatMap(({ milestone }) => (milestone ? [milestone.name] : []));
    expect(named).toEqual(names);
  },
);
