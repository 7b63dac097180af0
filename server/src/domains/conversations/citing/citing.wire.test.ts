import { adminDispute } from '@fws/contract/admin/disputes/calls';
import {
  conversationCite,
  conversationEdit,
  conversationSend,
  conversationTakeBack,
} from '@fws/contract/conversations/calls';
import { issueDetail, withdrawIssue } from '@fws/contract/disputes/calls';
import { expect, test } from 'vitest';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { createDoneJob, listNotificationTypes, raiseIssue } from '../../../../test/disputes/issues.ts';
import { upload } from '../../../../test/files/photos.ts';
import { buildPdf } from '../../../../test/files/pdf.ts';
import { setUpSides } from '../../../../test/sides.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { nextClientId, write } from '../testing/pair.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;

setUpSides((fixture) => ({ world, poster, worker } = fixture), {
  worker: { firstName: 'Imran', lastName: 'Shaikh' },
  start: () => startWorld({ clockStopped: true }),
});

/** A job whose work is done, with a dispute that the poster raised. */
async function createDispute(): Promise<{ jobId: string; issueId: string }> {
  const { jobId } = await createDoneJob(world, { poster, worker });
  const { id } = await raiseIssue(poster, jobId);
  return { jobId: String(jobId), issueId: String(id) };
}

const cite = (by: TestUser, issueId: string, number: number, text = '') =>
  by.call(conversationCite, { issueId, number: String(number), text });
const readComments = async (by: TestUser, issueId: string) =>
  (await by.done(issueDetail, { issueId })).comments;

test('each side adds a message to the dispute, and the other and staff read what it said', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  const sentAt = world.clock.format();
  const photoIds = [(await upload(poster)).id, (await upload(poster)).id];
  const file = new File([new Uint8Array(buildPdf(['<</Type/Catalog>>']))], 'bill.pdf');
  await poster.done(
    conversationSend,
    { jobId, userId: String(worker.id), text: '', photoIds, clientId: nextClientId() },
    { files: { file } },
  );
  expect(await cite(poster, issueId, 1, 'Nobody came')).toMatchObject({
    httpStatus: 200,
    message: 'This message is part of the issue now',
  });
  expect((await cite(worker, issueId, 2)).httpStatus).toBe(200);

  const first = { number: 1, text: 'I come on Monday', photos: 0, fileName: '', sentAt };
  const second = { number: 2, text: '', photos: 2, fileName: 'bill.pdf', sentAt };
  expect(await readComments(poster, issueId)).toMatchObject([
    { mine: true, text: 'Nobody came', cited: { ...first, mine: false, byName: 'Imran Shaikh' } },
    { mine: false, text: '', cited: { ...second, mine: true, byName: 'Meera Kumar' } },
  ]);
  expect((await readComments(worker, issueId)).map(({ cited }) => cited)).toEqual([
    { ...first, mine: true, byName: 'Imran Shaikh' },
    { ...second, mine: false, byName: 'Meera Kumar' },
  ]);
  expect(await listNotificationTypes(world, worker)).toContain('dispute_comment');
  const admin = await createAdmin(world, 'support');
  const { comments } = await admin.user.done(adminDispute, { disputeId: issueId });
  expect(comments.map(({ by, cited }) => [by, cited])).toEqual([
    ['poster', { ...first, by: 'worker' }],
    ['worker', { ...second, by: 'poster' }],
  ]);
});

test('nothing is added to a dispute that is closed', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  await poster.done(withdrawIssue, { issueId });
  expect(await cite(worker, issueId, 1)).toMatchObject({
    httpStatus: 409,
    message: 'This ticket is closed',
  });
  expect(await readComments(worker, issueId)).toEqual([]);
});

test('what was cited stays when its writer changes the message or takes it back', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  await cite(poster, issueId, 1);
  const own = { jobId, userId: String(poster.id), number: '1' };
  await worker.done(conversationEdit, { ...own, text: 'I do not come' });
  expect((await readComments(poster, issueId))[0]?.cited?.text).toBe('I come on Monday');
  await worker.done(conversationTakeBack, own);
  expect((await readComments(poster, issueId))[0]?.cited?.text).toBe('I come on Monday');
  expect(await cite(poster, issueId, 1, 'Again')).toMatchObject({
    httpStatus: 409,
    message: 'You cannot read this message any more, so it cannot be cited',
  });
});

test('a message that was taken down is cited by its writer alone', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  await world.db
    .updateTable('message')
    .set({ taken_down_at: world.clock.now() })
    .where('job_id', '=', Number(jobId))
    .execute();
  expect((await cite(poster, issueId, 1)).httpStatus).toBe(409);
  expect((await cite(worker, issueId, 1)).httpStatus).toBe(200);
});

test('the same citation in the same words is there once', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  for (const text of ['Nobody came', 'Nobody came', 'Nor on Tuesday'])
    expect((await cite(poster, issueId, 1, text)).httpStatus).toBe(200);
  expect((await readComments(worker, issueId)).map(({ text }) => text)).toEqual([
    'Nobody came',
    'Nor on Tuesday',
  ]);
});

test('nobody cites in the dispute of others, nor what is not in the conversation of its two sides', async () => {
  const { jobId, issueId } = await createDispute();
  await write(worker, poster, jobId, 'I come on Monday');
  const stranger = await world.user();
  const other = await createDispute();
  expect((await cite(stranger, issueId, 1)).httpStatus).toBe(404);
  expect((await cite(poster, issueId, 2)).httpStatus).toBe(404);
  expect((await cite(poster, other.issueId, 1)).httpStatus).toBe(404);
  expect(await readComments(poster, issueId)).toEqual([]);
});
