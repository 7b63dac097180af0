import {
  conversationList,
  conversationMessages,
  conversationRead,
  conversationSend,
} from '@fws/contract/conversations/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { cancelQuote } from '@fws/contract/quotes/calls';
import { appealTakedown, blockUser, reportContent, takedownDetail } from '@fws/contract/safety/calls';
import { adminAppealDecide, adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../../test/admin/admins.ts';
import { post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { FILTER_VERSION } from '../../platform/contact-filter/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { accept, createPair as createPairIn, nextClientId, write } from './testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const createPair = () => createPairIn(world);
const read = (by: TestUser, to: TestUser, jobId: string) =>
  by.done(conversationMessages, { jobId, userId: String(to.id) });
const listTexts = async (by: TestUser, to: TestUser, jobId: string) =>
  (await read(by, to, jobId)).items.map(({ text }) => text);

test('the two sides of a quote write to each other, and each reads who wrote what', async () => {
  const { poster, worker, job, jobId } = await createPair();
  const sentAt = world.clock.now().toISOString();
  const empty = await read(poster, worker, jobId);
  expect(empty).toMatchObject({ items: [], nextCursor: null, mayWrite: { allowed: true } });
  expect(empty.conversation.last).toBe(null);
  expect((await poster.done(conversationList, {})).items).toEqual([]);

  const first = {
    number: 1,
    clientId: 'client-first',
    isOwn: true,
    text: 'Which floor?',
    photos: [],
    file: null,
    hides: [],
    isTakenDown: false,
    isTakenBack: false,
    isEdited: false,
    changesUntil: new Date(world.clock.now().getTime() + 5 * 60_000).toISOString(),
    warning: null,
  };
  const reply = await worker.done(conversationSend, {
    jobId,
    userId: String(poster.id),
    text: 'Which floor?',
    clientId: 'client-first',
  });
  expect(reply).toEqual({ ...first, sentAt, isRead: false });
  const seen = { ...first, clientId: '', isOwn: false, changesUntil: null, sentAt, isRead: false };
  const conversation = {
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: 'Fit a kitchen',
    isPoster: true,
    state: 'quoted',
    person: { id: worker.id, name: 'Imran Shaikh', image: '', verified: true },
    unread: 1,
    isMuted: false,
    isArchived: false,
    last: seen,
  };
  expect((await poster.done(conversationList, {})).items).toEqual([conversation]);
  expect(await read(poster, worker, jobId)).toEqual({
    conversation,
    mayOpenPerson: true,
    answerMinutes: null,
    mayWrite: { allowed: true },
    mayAsk: { allowed: false, reason: 'conversations.own_job' },
    openQuestions: [],
    items: [seen],
    lines: [
      // Of the same moment as the message, because the clock stands still.
      { kind: 'quote_sent', milestone: null, amountPaise: 15_000_00, at: sentAt, afterNumber: 1 },
    ],
    isCutOff: false,
    nextCursor: null,
  });
  // A worker reads the whole name of a poster once the job is theirs.
  const own = await read(worker, poster, jobId);
  expect(own.conversation).toMatchObject({ isPoster: false, unread: 0, person: { name: 'Meera J.' } });

  await poster.done(conversationRead, { jobId, userId: String(worker.id), number: '1' });
  expect((await read(poster, worker, jobId)).conversation.unread).toBe(0);
  expect((await read(worker, poster, jobId)).items.map(({ isRead }) => isRead)).toEqual([true]);
});

test('a message that is sent again is stored once, also at the same moment', async () => {
  const { poster, worker, jobId } = await createPair();
  const clientId = nextClientId();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => write(worker, poster, jobId, 'Third floor', clientId)),
  );
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(6).fill(200));
  expect(await listTexts(poster, worker, jobId)).toEqual(['Third floor']);
  expect((await read(poster, worker, jobId)).conversation.unread).toBe(1);
  expect((await write(worker, poster, jobId, 'No, the second', clientId)).httpStatus).toBe(409);
  expect(await listTexts(poster, worker, jobId)).toEqual(['Third floor']);
});

test('messages of the same moment have an order without a gap', async () => {
  const { poster, worker, jobId } = await createPair();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? write(worker, poster, jobId, `w${index}`) : write(poster, worker, jobId, `p${index}`),
    ),
  );
  const { items } = await read(poster, worker, jobId);
  expect(items.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(new Set(items.map(({ text }) => text)).size).toBe(10);
});

test('contact data is hidden from the other side until award, over several messages in a row', async () => {
  const pair = await createPair();
  const { poster, worker, jobId } = pair;
  await write(worker, poster, jobId, 'Call 98220 12345');
  await write(poster, worker, jobId, 'Here, please');
  await write(worker, poster, jobId, 'My number starts with 98220');
  await write(worker, poster, jobId, 'and the rest is 12345');
  const masked = [
    `and the rest is ${HIDDEN}`,
    `My number starts with ${HIDDEN}`,
    'Here, please',
    `Call ${HIDDEN}`,
  ];
  const original = [
    'and the rest is 12345',
    'My number starts with 98220',
    'Here, please',
    'Call 98220 12345',
  ];
  expect(await listTexts(poster, worker, jobId)).toEqual(masked);
  const own = await read(worker, poster, jobId);
  expect(own.items.map(({ text }) => text)).toEqual(original);
  expect(own.items.map(({ hides }) => hides)).toEqual([['number'], ['number'], [], ['number']]);
  await accept(pair);
  const awarded = await read(poster, worker, jobId);
  expect(awarded.items.map(({ text }) => text)).toEqual(original);
  expect(awarded.conversation.state).toBe('awarded');
  const ofWorker = await read(worker, poster, jobId);
  expect(ofWorker.items.flatMap(({ hides }) => hides)).toEqual([]);
  expect(ofWorker.conversation.person.name).toBe('Meera Joshi');
});

test('what an older version of the filter left is masked when it is read', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Call 98220 12345');
  await world.db
    .updateTable('message')
    .set({ masked: null, filter_version: 0 })
    .where('job_id', '=', Number(jobId))
    .execute();
  expect(await listTexts(poster, worker, jobId)).toEqual([`Call ${HIDDEN}`]);
});

test('the task stores what an older version of the filter left, over several messages in a row', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'My number starts with 98220');
  await write(worker, poster, jobId, 'and the rest is 12345');
  await write(poster, worker, jobId, 'Thanks');
  // More than a page of the task, and its newest page begins within a number.
  for (const part of ['98', '22', '01', '23', '45']) await write(worker, poster, jobId, part);
  await sql`
    INSERT INTO message (job_id, worker_id, number, sender_id, client_id, text, filter_version, sent_at)
    SELECT job_id, worker_id, 8 + count, poster_id, 'client-' || count, 'Noted', ${FILTER_VERSION}, last_at
    FROM conversation, generate_series(1, 96) count WHERE job_id = ${Number(jobId)}`.execute(world.db);
  const expected = await listStored(jobId);
  expect(expected.filter(({ masked }) => masked !== null).map(({ number }) => number)).toEqual([
    1, 2, 4, 5, 6, 7, 8,
  ]);
  const ofJob = Number(jobId);
  await world.db
    .updateTable('message')
    .set({ masked: null, filter_version: 0 })
    .where('job_id', '=', ofJob)
    .execute();
  await world.db.updateTable('conversation').set({ masked_version: 0 }).where('job_id', '=', ofJob).execute();
  await inTx(world.db, (tx) => enqueue(tx, 'mask_messages', {}));
  await world.drain();
  expect(await listStored(jobId)).toEqual(expected);
  const { masked_version: version } = await world.db
    .selectFrom('conversation')
    .select('masked_version')
    .where('job_id', '=', ofJob)
    .executeTakeFirstOrThrow();
  expect(version).toBe(FILTER_VERSION);
});

const listStored = (jobId: string) =>
  world.db
    .selectFrom('message')
    .select(['number', 'masked', 'filter_version'])
    .where('job_id', '=', Number(jobId))
    .orderBy('number')
    .execute();

test('nobody else reads or writes, and nobody writes where there is no quote', async () => {
  const { poster, worker, jobId } = await createPair();
  await write(worker, poster, jobId, 'Which floor?');
  const stranger = await world.user();
  for (const to of [poster, worker, stranger]) {
    expect((await write(stranger, to, jobId, 'Hello')).httpStatus).toBe(404);
    const names = { jobId, userId: String(to.id) };
    expect((await stranger.call(conversationMessages, names)).httpStatus).toBe(404);
    expect((await stranger.call(conversationRead, { ...names, number: '1' })).httpStatus).toBe(404);
  }
  expect((await write(poster, stranger, jobId, 'Hello')).httpStatus).toBe(404);
  expect((await write(poster, poster, jobId, 'Hello')).httpStatus).toBe(404);
  expect((await stranger.done(conversationList, {})).items).toEqual([]);
});

test('what was written stays readable after the quote has ended, and under a block', async () => {
  const pair = await createPair();
  const { poster, worker, jobId, quoteId } = pair;
  await write(worker, poster, jobId, 'Which floor?');
  await worker.done(cancelQuote, { quoteId, comment: 'No time' });
  expect((await write(worker, poster, jobId, 'Hello')).httpStatus).toBe(409);
  const ended = await read(poster, worker, jobId);
  expect(ended.conversation.state).toBe('ended');
  expect(ended.mayWrite).toEqual({ allowed: false, reason: 'conversations.ended' });
  expect(ended.items.map(({ text }) => text)).toEqual(['Which floor?']);

  const other = await createPair();
  await write(other.worker, other.poster, other.jobId, 'Which floor?');
  await other.poster.done(blockUser, { userId: String(other.worker.id) });
  expect((await write(other.worker, other.poster, other.jobId, 'Hello')).httpStatus).toBe(409);
  expect((await write(other.poster, other.worker, other.jobId, 'Hello')).httpStatus).toBe(409);
  const blocked = await read(other.worker, other.poster, other.jobId);
  expect(blocked.mayWrite).toEqual({ allowed: false, reason: 'conversations.blocked' });
  expect(blocked.items.map(({ text }) => text)).toEqual(['Which floor?']);
});

test('malformed input is refused at its field', async () => {
  const { poster, worker, jobId } = await createPair();
  const refused = await write(worker, poster, jobId, 'x'.repeat(2001), 'x');
  expect(refused.httpStatus).toBe(422);
  expect(Object.keys(refused.errors ?? {}).toSorted()).toEqual(['clientId', 'text']);
  expect((await write(worker, poster, jobId, 'x'.repeat(2001))).httpStatus).toBe(422);
  expect((await write(worker, poster, jobId, 'x'.repeat(2000))).httpStatus).toBe(200);
});

test('clients of the specification use its names', async () => {
  const { poster, worker, jobId } = await createPair();
  const names = { job_id: jobId, user_id: String(poster.id) };
  const sent = await worker.post('conversation_send', {
    ...names,
    text: 'Which floor?',
    client_id: 'client-legacy',
  });
  expect(sent).toMatchObject({ httpStatus: 200, message: 'Sent' });
  const { data } = await worker.post('conversation_messages', names);
  expect(JSON.stringify(data)).toContain('Which floor?');
});

test('lists page by page, the newest first', async () => {
  const poster = await world.user();
  const workers: TestUser[] = [];
  const job = await post(world, poster);
  for (let count = 0; count < 5; count += 1) {
    const worker = await world.user({ identity: 'verified' });
    await quote(worker, job.id);
    world.clock.advance(1_000);
    await write(worker, poster, String(job.id), `Hello ${count}`);
    workers.push(worker);
  }
  const first = await poster.done(conversationList, { limit: '3' });
  const second = await poster.done(conversationList, { limit: '3', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ person }) => person.id)).toEqual(
    workers.toReversed().map(({ id }) => id),
  );
  expect(second.nextCursor).toBe(null);
  const [last] = workers.slice(-1);
  if (!last) throw new Error('no worker');
  await write(last, poster, String(job.id), 'Once more');
  const names = { jobId: String(job.id), userId: String(last.id) };
  const newest = await poster.done(conversationMessages, { ...names, limit: '1' });
  const older = await poster.done(conversationMessages, {
    ...names,
    limit: '1',
    cursor: newest.nextCursor ?? '',
  });
  expect([...newest.items, ...older.items].map(({ text }) => text)).toEqual(['Once more', 'Hello 4']);
  expect(older.nextCursor).toBe(null);
});

test('a message can be reported, taken down, and put back on appeal', async () => {
  const { poster, worker, job, jobId } = await createPair();
  await write(worker, poster, jobId, 'Pay ₹500 first');
  const subject = {
    subjectType: 'message',
    subjectId: `${job.id}-${worker.id}-1`,
    reason: 'money_first',
  } as const;
  const stranger = await world.user();
  expect((await stranger.call(reportContent, subject)).httpStatus).toBe(404);
  expect((await worker.call(reportContent, subject)).httpStatus).toBe(409);
  for (const subjectId of ['1', `${job.id}-${worker.id}-2`, `${job.id}-${poster.id}-1`])
    expect((await poster.call(reportContent, { ...subject, subjectId })).httpStatus).toBe(404);
  const reported = await poster.done(reportContent, subject);
  expect(reported.subject.path).toBe(`/messages/${job.id}-${worker.id}`);

  const [support, colleague] = [await createAdmin(world, 'support'), await createAdmin(world, 'support')];
  const { id: caseId } = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_id', '=', subject.subjectId)
    .executeTakeFirstOrThrow();
  const reportCaseId = String(caseId);
  const { snapshot } = await support.user.done(adminReport, { reportCaseId });
  expect(snapshot).toEqual([{ name: 'message', text: 'Pay ₹500 first' }]);
  const decision = { reportCaseId, reason: 'money_first', words: 'Nobody pays a fee' } as const;
  await support.user.done(adminReportDecide, { ...decision, decision: 'take_down' });
  const pick = async (by: TestUser, to: TestUser) =>
    (await read(by, to, jobId)).items.map(({ text, isTakenDown }) => ({ text, isTakenDown }));
  expect(await pick(poster, worker)).toEqual([{ text: '', isTakenDown: true }]);
  expect(await pick(worker, poster)).toEqual([{ text: 'Pay ₹500 first', isTakenDown: true }]);
  expect((await poster.call(reportContent, subject)).httpStatus).toBe(404);

  const takedown = await worker.done(takedownDetail, { takedownId: reportCaseId });
  expect(takedown.subject.path).toBe(`/messages/${job.id}-${poster.id}`);
  await worker.done(appealTakedown, { takedownId: reportCaseId, text: 'It was a joke' });
  await colleague.user.done(adminAppealDecide, { reportCaseId, decision: 'put_back', words: 'Right' });
  expect(await pick(poster, worker)).toEqual([{ text: 'Pay ₹500 first', isTakenDown: false }]);
});

test('both sides are warned of the words of a known fraud, and the message stays readable', async () => {
  const { poster, worker, jobId } = await createPair();
  const text = 'Please first send ₹500 registration fee';
  const sent = await worker.done(conversationSend, {
    jobId,
    userId: String(poster.id),
    text,
    clientId: nextClientId(),
  });
  expect(sent.warning).toBe('fee');
  expect((await read(poster, worker, jobId)).items).toMatchObject([{ text, warning: 'fee' }]);
  await write(worker, poster, jobId, 'Or after the work, as you like');
  expect((await read(poster, worker, jobId)).items.map(({ warning }) => warning)).toEqual([null, 'fee']);
});

test('conversations are listed by what is unread, and by the side that one is on', async () => {
  const { poster, worker, jobId } = await createPair();
  const other = await world.user();
  const own = await post(world, worker);
  await quote(other, own.id);
  await write(poster, worker, jobId, 'Which day?');
  await write(worker, other, String(own.id), 'Which hour?');
  const list = async (filter: string) =>
    (await worker.done(conversationList, { filter })).items.map((item) => item.jobId);
  expect(await list('all')).toEqual([own.id, Number(jobId)]);
  expect(await list('')).toEqual([own.id, Number(jobId)]);
  expect(await list('unread')).toEqual([Number(jobId)]);
  expect(await list('posted')).toEqual([own.id]);
  expect(await list('doing')).toEqual([Number(jobId)]);
  await worker.done(conversationRead, { jobId, userId: String(poster.id), number: '1' });
  expect(await list('unread')).toEqual([]);
});
