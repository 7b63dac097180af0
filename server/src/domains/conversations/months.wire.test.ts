import {
  answerQuestion,
  askQuestion,
  conversationEdit,
  conversationList,
  conversationMessages,
  conversationRead,
  conversationTakeBack,
} from '@fws/contract/conversations/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { sql } from 'kysely';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createFolderStore } from '../../adapters/files/folder.ts';
import { openOwnerDb } from '../../../test/database.ts';
import { makeDatabaseClockMovable } from '../../../test/ledger/clock.ts';
import { post } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/log.ts';
import {
  archiveMonth,
  listPartitions,
  openMonths,
  restoreMonth,
  type MonthPartition,
} from '../../platform/months/index.ts';
import { deleteExpiredRows, RETENTION } from '../../platform/retention.ts';
import { ARCHIVABLE_TABLES } from '../../tables.ts';
import { readWholeConversation } from './disputes/service.ts';
import { messageContent } from './index.ts';
import { maskConversations } from './masking/service.ts';
import { accept, createPair as createPairIn, nextClientId, write, type Pair } from './testing/pair.ts';

// A conversation goes on for months, each of which is a table of its own.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let world: World;
/** The first moments of months that have a table of their own. */
let months: Date[];
beforeAll(async () => {
  // The timers of quotes and jobs would end what the months are about.
  world = await startWorld({
    clockStopped: true,
    worker: false,
    env: { SESSION_DAYS: '365', SESSION_MAX_DAYS: '365' },
  });
  const [, ...partitions] = await listPartitions(world.db, 'public.message');
  months = partitions.map(({ starts }) => toTime(starts));
});
afterEach(() => {
  world.clock.reset();
  world.clock.stop();
});
afterAll(() => world.close());

const toTime = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

const goTo = (time: Date, afterMs = 0): void =>
  world.clock.advance(time.getTime() + afterMs - world.clock.now().getTime());
/** The middle of a month, from 0 on. */
const goToMonth = (index: number): void => goTo(months[index]!, 14 * DAY_MS);

/** The sessions of users of a test end after a month. */
const keepSignedIn = () => sql`UPDATE session SET expires_at = now() + interval '1 year'`.execute(world.db);
async function createPair(): Promise<Pair> {
  const pair = await createPairIn(world);
  await keepSignedIn();
  return pair;
}

const readPage = (
  by: TestUser,
  to: TestUser,
  jobId: string,
  page: { limit?: string; cursor?: string } = {},
) => by.done(conversationMessages, { jobId, userId: String(to.id), ...page });
const listTexts = async (by: TestUser, to: TestUser, jobId: string) =>
  (await readPage(by, to, jobId)).items.map(({ text }) => text);
const name = (jobId: string, to: TestUser, number: number) => ({
  jobId,
  userId: String(to.id),
  number: String(number),
});

/** The tables with rows of a conversation, and how many. */
async function listTables(
  table: 'message' | 'message_version',
  jobId: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT tableoid::regclass::text AS name, count(*) AS count FROM ${sql.table(table)}
    WHERE job_id = ${Number(jobId)} GROUP BY 1 ORDER BY 1`.execute(world.db);
  return Object.fromEntries(rows.map(({ name: partition, count }) => [partition, count]));
}
const toPartition = (month: Date, table = 'message') =>
  `${table}_${new Date(month.getTime() + DAY_MS).toISOString().slice(0, 7).replace('-', '_')}`;

test('messages of several months are one conversation', async () => {
  const pair = await createPair();
  const { poster, worker, jobId } = pair;
  await accept(pair);
  const sent: string[] = [];
  for (const month of [0, 1, 3]) {
    goToMonth(month);
    for (const part of ['first', 'second']) {
      sent.unshift(`${part} of ${month}`);
      await write(worker, poster, jobId, sent[0]!);
    }
  }
  expect(await listTables('message', jobId)).toEqual(
    Object.fromEntries([0, 1, 3].map((month) => [toPartition(months[month]!), 2])),
  );
  for (const limit of [1, 2, 4, 6]) {
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await readPage(poster, worker, jobId, {
        limit: String(limit),
        ...(cursor !== null && { cursor }),
      });
      pages.push(...page.items.map(({ text }) => text));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages, `pages of ${limit}`).toEqual(sent);
  }
  expect((await poster.done(conversationList, {})).items).toMatchObject([
    { unread: 6, last: { text: 'second of 3', number: 6 } },
  ]);
  await poster.done(conversationRead, name(jobId, worker, 3));
  expect((await poster.done(conversationList, {})).items).toMatchObject([{ unread: 3 }]);
});

test('the list has the newest message of each conversation, whatever its month', async () => {
  const poster = await world.user();
  const pairs = [await createPair(), await createPair(), await createPair()];
  for (const [index, { poster: other, worker, jobId }] of pairs.entries()) {
    await world.db.updateTable('job').set({ poster_id: poster.id }).where('id', '=', Number(jobId)).execute();
    goToMonth(index);
    expect((await write(worker, poster, jobId, `Hello ${index}`)).httpStatus, String(other.id)).toBe(200);
  }
  await keepSignedIn();
  const { items } = await poster.done(conversationList, {});
  expect(items.map(({ last }) => last?.text)).toEqual(['Hello 2', 'Hello 1', 'Hello 0']);
});

test('a message that is sent again in the next month is stored once, and its text must be the same', async () => {
  const { poster, worker, jobId } = await createPair();
  const clientId = nextClientId();
  goTo(months[1]!, -MINUTE_MS);
  const first = await write(worker, poster, jobId, 'Third floor', clientId);
  goTo(months[1]!, MINUTE_MS);
  await write(worker, poster, jobId, 'Left door');
  const again = await write(worker, poster, jobId, 'Third floor', clientId);
  expect(again.data).toEqual(first.data);
  expect((await write(worker, poster, jobId, 'Fourth floor', clientId)).httpStatus).toBe(409);
  expect(await listTexts(poster, worker, jobId)).toEqual(['Left door', 'Third floor']);
});

test('a message of the last minute of a month is changed and taken back in the next one', async () => {
  const { poster, worker, jobId } = await createPair();
  goTo(months[1]!, -MINUTE_MS);
  await write(worker, poster, jobId, 'On Monday');
  await write(worker, poster, jobId, 'At nine');
  goTo(months[1]!, MINUTE_MS);
  await worker.done(conversationEdit, { ...name(jobId, poster, 1), text: 'On Tuesday' });
  await worker.done(conversationTakeBack, name(jobId, poster, 2));
  expect((await readPage(poster, worker, jobId)).items).toMatchObject([
    { number: 2, text: '', isTakenBack: true },
    { number: 1, text: 'On Tuesday', isEdited: true, isTakenBack: false },
  ]);
  expect(await listTables('message', jobId)).toEqual({ [toPartition(months[0]!)]: 2 });
  expect(await listTables('message_version', jobId)).toEqual({
    [toPartition(months[1]!, 'message_version')]: 1,
  });
  const key = { jobId: Number(jobId), workerId: worker.id };
  const whole = await readWholeConversation(world.db, key, { limit: 20, cursor: null });
  expect(whole).toMatchObject({ value: { items: [{ before: [] }, { before: ['On Monday'] }] } });
});

test('a number that is spread over the end of a month is hidden, also by the task', async () => {
  const { poster, worker, jobId } = await createPair();
  goTo(months[1]!, -MINUTE_MS);
  await write(worker, poster, jobId, 'My number starts with 98220');
  goTo(months[1]!, MINUTE_MS);
  await write(worker, poster, jobId, 'and the rest is 12345');
  const masked = [`and the rest is ${HIDDEN}`, `My number starts with ${HIDDEN}`];
  expect(await listTexts(poster, worker, jobId)).toEqual(masked);
  const ofJob = Number(jobId);
  await world.db.updateTable('message').set({ masked: null }).where('job_id', '=', ofJob).execute();
  expect(await listTexts(poster, worker, jobId)).not.toEqual(masked);
  await world.db.updateTable('message').set({ filter_version: 0 }).where('job_id', '=', ofJob).execute();
  await world.db.updateTable('conversation').set({ masked_version: 0 }).where('job_id', '=', ofJob).execute();
  await maskConversations(world.db);
  expect(await listTexts(poster, worker, jobId)).toEqual(masked);
});

test('an old message is taken down and put back', async () => {
  const { poster, worker, jobId } = await createPair();
  for (const month of [0, 2]) {
    goToMonth(month);
    await write(worker, poster, jobId, `In month ${month}`);
  }
  const id = `${jobId}-${worker.id}-1`;
  const cause = { at: world.clock.now() } as Parameters<typeof messageContent.takeDown>[2];
  const listTakenDown = async () =>
    (await readPage(poster, worker, jobId)).items.map(({ isTakenDown }) => isTakenDown);
  expect(await inTx(world.db, (tx) => messageContent.takeDown(tx, id, cause))).toBe(true);
  expect(await listTakenDown()).toEqual([false, true]);
  expect(await inTx(world.db, (tx) => messageContent.putBack(tx, id, cause))).toBe(true);
  expect(await listTakenDown()).toEqual([false, false]);
});

test('a message is not sent before the one with the number before it, whatever the clock says', async () => {
  const { poster, worker, jobId } = await createPair();
  goTo(months[1]!, MINUTE_MS);
  await write(worker, poster, jobId, 'First');
  const sentAt = world.clock.format();
  goTo(months[1]!, -MINUTE_MS);
  const second = await write(poster, worker, jobId, 'Second');
  expect(second.data).toMatchObject({ number: 2, sentAt });
  expect(await listTexts(worker, poster, jobId)).toEqual(['Second', 'First']);
  await poster.done(conversationEdit, { ...name(jobId, worker, 2), text: 'Changed' });
  const key = { jobId: Number(jobId), workerId: worker.id };
  const whole = await readWholeConversation(world.db, key, { limit: 1, cursor: null });
  expect(whole).toMatchObject({ value: { items: [{ text: 'Changed', before: ['Second'] }] } });
});

test('a month without a table of its own loses nothing, and gets one', async () => {
  const { poster, worker, jobId } = await createPair();
  goToMonth(0);
  await write(worker, poster, jobId, 'Before');
  const { ends } = (await listPartitions(world.db, 'public.message')).at(-1)!;
  goTo(toTime(ends), DAY_MS);
  await write(worker, poster, jobId, 'Much later');
  expect(await listTables('message', jobId)).toMatchObject({ message_other: 1 });
  expect(await listTexts(poster, worker, jobId)).toEqual(['Much later', 'Before']);
  const owner = openOwnerDb(world.ownerUrl);
  try {
    const moveDatabaseClock = await makeDatabaseClockMovable(owner);
    await moveDatabaseClock(Math.ceil((world.clock.now().getTime() - Date.now()) / DAY_MS));
    await openMonths({ db: world.db, log: silentLog });
    await moveDatabaseClock(0);
  } finally {
    await owner.destroy();
  }
  expect(Object.keys(await listTables('message', jobId))).not.toContain('message_other');
  expect(await listTexts(poster, worker, jobId)).toEqual(['Much later', 'Before']);
  await write(poster, worker, jobId, 'Still there');
  expect(await listTexts(poster, worker, jobId)).toEqual(['Still there', 'Much later', 'Before']);
});

test('an archived month leaves what is newer, and comes back whole', async () => {
  const { poster, worker, jobId } = await createPair();
  goToMonth(0);
  await write(worker, poster, jobId, 'Old');
  await worker.done(conversationEdit, { ...name(jobId, poster, 1), text: 'Old, changed' });
  goToMonth(1);
  await write(worker, poster, jobId, 'New');
  const before = await readPage(poster, worker, jobId);
  const folder = await mkdtemp(path.join(tmpdir(), 'fws-messages-'));
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  try {
    const deps = { owner, files: createFolderStore(folder), now: world.clock.now() };
    const eachTable = async (work: (partition: MonthPartition) => Promise<unknown>) => {
      for (const table of ['public.message', 'public.message_version']) {
        const partitions = await listPartitions(world.db, table);
        await work(partitions.find(({ starts }) => toTime(starts).getTime() === months[0]!.getTime())!);
      }
    };
    const getPolicy = ({ tableName }: MonthPartition) => ARCHIVABLE_TABLES[tableName]!;
    await eachTable((partition) => archiveMonth(deps, partition, getPolicy(partition)));
    expect(await listTables('message', jobId)).toEqual({ [toPartition(months[1]!)]: 1 });
    expect(await listTables('message_version', jobId)).toEqual({});

    const left = await readPage(poster, worker, jobId);
    expect(left).toMatchObject({ items: [{ number: 2, text: 'New' }], isCutOff: true, nextCursor: null });
    expect(left.conversation.unread).toBe(2);
    await poster.done(conversationRead, name(jobId, worker, 2));
    const edited = await worker.call(conversationEdit, { ...name(jobId, poster, 1), text: 'Never' });
    expect(edited.httpStatus).toBe(404);
    expect(await messageContent.read(world.db, `${jobId}-${worker.id}-1`)).toBe(null);
    await world.db.updateTable('conversation').set({ masked_version: 0 }).execute();
    await maskConversations(world.db);
    await write(worker, poster, jobId, 'Newer');
    expect(await listTexts(poster, worker, jobId)).toEqual(['Newer', 'New']);

    await eachTable((partition) => restoreMonth(deps, partition, getPolicy(partition)));
    const { items } = await readPage(poster, worker, jobId);
    expect(items.slice(1)).toEqual(before.items);
    const content = await messageContent.read(world.db, `${jobId}-${worker.id}-1`);
    expect(content?.texts).toEqual([
      { name: 'message', text: 'Old, changed' },
      { name: 'before', text: 'Old' },
    ]);
  } finally {
    await owner.end();
    await rm(folder, { recursive: true });
  }
});

const deleteKeys = () => deleteExpiredRows(world.db, RETENTION.messages, world.clock.now());

test('what comes again after 90 days is another message', async () => {
  const { poster, worker, jobId } = await createPair();
  const clientId = nextClientId();
  await write(worker, poster, jobId, 'Third floor', clientId);
  world.clock.advance(90 * DAY_MS);
  await deleteKeys();
  expect((await write(worker, poster, jobId, 'Third floor', clientId)).data).toMatchObject({ number: 1 });
  world.clock.advance(1);
  await deleteKeys();
  expect((await write(worker, poster, jobId, 'Third floor', clientId)).data).toMatchObject({ number: 2 });
  expect(await listTexts(poster, worker, jobId)).toEqual(['Third floor', 'Third floor']);
});

test('an answer is still the answer to its question after 90 days', async () => {
  const poster = await world.user();
  const worker = await world.user();
  const jobId = String((await post(world, poster)).id);
  await keepSignedIn();
  const { questionId } = await worker.done(askQuestion, { jobId, text: 'Which floor?' });
  const answer = (text: string, isPublic: 'yes' | 'no') =>
    poster.call(answerQuestion, { questionId: String(questionId), text, isPublic });
  await answer('The third', 'yes');
  world.clock.advance(100 * DAY_MS);
  await deleteKeys();
  expect((await answer('', 'no')).data).toMatchObject({ answer: 'The third' });
  expect((await answer('The fourth', 'yes')).httpStatus).toBe(409);
  expect(await listTexts(worker, poster, jobId)).toEqual(['The third', 'Which floor?']);
});
