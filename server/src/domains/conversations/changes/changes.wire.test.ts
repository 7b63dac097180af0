import {
  conversationCounts,
  conversationEdit,
  conversationMessages,
  conversationSend,
  conversationTakeBack,
} from '@fws/contract/conversations/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import { blockUser, reportContent } from '@fws/contract/safety/calls';
import { adminReport } from '@fws/contract/admin/reports/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../../../test/admin/admins.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createPair, nextClientId } from '../testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const write = (by: TestUser, to: TestUser, jobId: string, text: string) =>
  by.done(conversationSend, { jobId, userId: String(to.id), text, clientId: nextClientId() });
const read = async (by: TestUser, to: TestUser, jobId: string) =>
  (await by.done(conversationMessages, { jobId, userId: String(to.id) })).items;
const edit = (by: TestUser, to: TestUser, jobId: string, number: number, text: string) =>
  by.call(conversationEdit, { jobId, userId: String(to.id), number: String(number), text });
const takeBack = (by: TestUser, to: TestUser, jobId: string, number: number) =>
  by.call(conversationTakeBack, { jobId, userId: String(to.id), number: String(number) });

const MINUTE_MS = 60_000;

test('a message can be changed for five minutes, and says so', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const sent = await write(worker, poster, jobId, 'I come on Monday');
  expect(sent).toMatchObject({
    isEdited: false,
    changesUntil: new Date(world.clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
  });
  world.clock.advance(5 * MINUTE_MS - 1);
  expect((await edit(worker, poster, jobId, 1, 'I come on Tuesday')).data).toMatchObject({
    number: 1,
    text: 'I come on Tuesday',
    isEdited: true,
  });
  expect(await read(poster, worker, jobId)).toMatchObject([
    { text: 'I come on Tuesday', isEdited: true, isTakenBack: false, changesUntil: null },
  ]);
  world.clock.advance(1);
  expect(await edit(worker, poster, jobId, 1, 'Never')).toMatchObject({ httpStatus: 409 });
  expect(await takeBack(worker, poster, jobId, 1)).toMatchObject({ httpStatus: 409 });
  expect(await read(worker, poster, jobId)).toMatchObject([
    { text: 'I come on Tuesday', changesUntil: null },
  ]);
});

test('what is changed is masked again, together with what was sent around it', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'Call 98220');
  await write(worker, poster, jobId, 'please');
  await write(worker, poster, jobId, 'after ten');
  const listTexts = async () => (await read(poster, worker, jobId)).map(({ text }) => text);
  expect(await listTexts()).toEqual(['after ten', 'please', 'Call 98220']);
  await edit(worker, poster, jobId, 2, '12345');
  expect(await listTexts()).toEqual(['after ten', HIDDEN, `Call ${HIDDEN}`]);
  await takeBack(worker, poster, jobId, 2);
  expect(await listTexts()).toEqual(['after ten', '', 'Call 98220']);
  // The next message does not complete a number with what was taken back.
  await write(worker, poster, jobId, '12345 bricks');
  expect(await listTexts()).toEqual(['12345 bricks', 'after ten', '', 'Call 98220']);
});

test('a message that is taken back leaves a mark, and is not unread any more', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'My number is 9822012345');
  expect(await poster.done(conversationCounts, {})).toEqual({ unread: 1 });
  for (const time of ['first', 'second'])
    expect(await takeBack(worker, poster, jobId, 1), time).toMatchObject({ httpStatus: 200 });
  expect(await poster.done(conversationCounts, {})).toEqual({ unread: 0 });
  for (const [by, to] of [
    [poster, worker],
    [worker, poster],
  ] as const)
    expect(await read(by, to, jobId)).toMatchObject([
      { number: 1, text: '', isTakenBack: true, hides: [], warning: null, changesUntil: null },
    ]);
  expect(await edit(worker, poster, jobId, 1, 'Back again')).toMatchObject({ httpStatus: 409 });
});

test('only the writer changes a message, with words, and not across a block; taking back stays', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'Hello');
  expect(await edit(poster, worker, jobId, 1, 'Goodbye')).toMatchObject({ httpStatus: 404 });
  expect(await takeBack(poster, worker, jobId, 1)).toMatchObject({ httpStatus: 404 });
  expect(await edit(await world.user(), poster, jobId, 1, 'Goodbye')).toMatchObject({ httpStatus: 404 });
  expect(await edit(worker, poster, jobId, 1, ' ')).toMatchObject({
    httpStatus: 422,
    errors: { text: 'Please write something' },
  });
  await poster.done(blockUser, { userId: String(worker.id) });
  expect(await edit(worker, poster, jobId, 1, 'Hello you')).toMatchObject({ httpStatus: 409 });
  expect(await takeBack(worker, poster, jobId, 1)).toMatchObject({ httpStatus: 200 });
  expect(await read(poster, worker, jobId)).toMatchObject([{ isTakenBack: true }]);
});

test('who decides a report reads what a message said before', async () => {
  const { poster, worker, jobId } = await createPair(world);
  await write(worker, poster, jobId, 'Pay me or else');
  await edit(worker, poster, jobId, 1, 'Pay me, please');
  await takeBack(worker, poster, jobId, 1);
  const subjectId = `${jobId}-${worker.id}-1`;
  await poster.done(reportContent, { subjectType: 'message', subjectId, reason: 'danger' });
  const { id } = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  const { user: support } = await createAdmin(world, 'support');
  const report = await support.done(adminReport, { reportCaseId: String(id) });
  expect(report.snapshot).toEqual([
    { name: 'message', text: 'Pay me, please' },
    { name: 'before', text: 'Pay me or else' },
  ]);
});
