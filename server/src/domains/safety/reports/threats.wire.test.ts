import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { conversationEdit, conversationSend, conversationTakeBack } from '@fws/contract/conversations/calls';
import { jobReviews, writeReview } from '@fws/contract/reviews/calls';
import { reportContent, reportList, takedownDetail } from '@fws/contract/safety/calls';
import type { ReportReason } from '@fws/contract/safety/model';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';

// "Change the price, or a bad review" is judged by what was written.

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

let count = 0;
async function write(by: TestUser, to: TestUser, jobId: string, text: string): Promise<number> {
  const clientId = `threat-${(count += 1)}-of-test`;
  const sent = await by.done(conversationSend, { jobId, userId: String(to.id), text, clientId });
  return sent.number;
}

const report = (by: TestUser, subjectType: 'review' | 'message', subjectId: string, reason: ReportReason) =>
  by.call(reportContent, { subjectType, subjectId, reason });

async function findCaseId(subjectId: string): Promise<string> {
  const { id } = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  return String(id);
}

const readMessages = async (subjectId: string, admin = support) =>
  (await admin.user.done(adminReport, { reportCaseId: await findCaseId(subjectId) })).messages;

async function createReviewed(): Promise<{
  poster: TestUser;
  worker: TestUser;
  jobId: string;
  reviewId: string;
}> {
  const [poster, worker] = [await world.user(), await world.user()];
  const jobId = String((await earn(world, { poster, worker }, '500')).jobId);
  await write(poster, worker, jobId, 'ZqFirst hello');
  const edited = await write(poster, worker, jobId, 'ZqThreat one star unless ₹200 less');
  const names = { jobId, userId: String(worker.id), number: String(edited) };
  await poster.done(conversationEdit, { ...names, text: 'ZqMild please think' });
  const back = await write(poster, worker, jobId, 'ZqBack I mean it, 9822012345');
  await poster.done(conversationTakeBack, { ...names, number: String(back) });
  await write(worker, poster, jobId, 'ZqAnswer no');
  await poster.done(writeReview, { jobId, rating: '1', text: 'Bad' });
  await worker.done(writeReview, { jobId, rating: '3', text: 'Threatened me' });
  const { others } = await worker.done(jobReviews, { jobId });
  if (!others?.id) throw new Error('the review has no id');
  return { poster, worker, jobId, reviewId: others.id };
}

test('a threat with a bad review is reported with the messages of the two, as they were', async () => {
  const { poster, worker, jobId, reviewId } = await createReviewed();
  const answer = await report(worker, 'review', reviewId, 'bad_review_threat');
  expect(answer.httpStatus).toBe(200);
  const at = world.clock.format();
  const plain = { at, before: [], isTakenBack: false, isTakenDown: false };
  const kept = [
    { ...plain, number: 1, by: 'poster', text: 'ZqFirst hello' },
    {
      ...plain,
      number: 2,
      by: 'poster',
      text: 'ZqMild please think',
      before: ['ZqThreat one star unless ₹200 less'],
    },
    { ...plain, number: 3, by: 'poster', text: 'ZqBack I mean it, 9822012345', isTakenBack: true },
    { ...plain, number: 4, by: 'worker', text: 'ZqAnswer no' },
  ];
  expect(await readMessages(reviewId)).toEqual(kept);
  // What is written afterwards is not part of it.
  await write(poster, worker, jobId, 'ZqLater');
  expect(await readMessages(reviewId)).toEqual(kept);

  const reportCaseId = await findCaseId(reviewId);
  const verdict = { reportCaseId, decision: 'take_down', reason: 'bad_review_threat', words: 'No' } as const;
  await support.user.done(adminReportDecide, verdict);
  const seen = [
    answer,
    await worker.done(reportList, {}),
    await poster.done(takedownDetail, { takedownId: reportCaseId }),
  ];
  for (const reply of seen) expect(JSON.stringify(reply)).not.toContain('Zq');
});

test('another reason, another reporter and another conversation bring no messages along', async () => {
  const { poster, worker, jobId, reviewId } = await createReviewed();
  const stranger = await world.user();
  expect((await report(stranger, 'review', reviewId, 'bad_review_threat')).httpStatus).toBe(200);
  expect((await report(world.guest, 'review', reviewId, 'bad_review_threat')).httpStatus).toBe(200);
  expect(await readMessages(reviewId)).toBeNull();
  const messageId = `${jobId}-${worker.id}-1`;
  expect((await report(worker, 'message', messageId, 'other')).httpStatus).toBe(200);
  expect(await readMessages(messageId)).toBeNull();
  // The report of the one it was said to, in the same case.
  expect((await report(worker, 'review', reviewId, 'bad_review_threat')).httpStatus).toBe(200);
  expect(await readMessages(reviewId)).toHaveLength(4);
  const threat = `${jobId}-${worker.id}-2`;
  expect((await report(worker, 'message', threat, 'bad_review_threat')).httpStatus).toBe(200);
  expect(await readMessages(threat)).toHaveLength(4);
  expect((await report(poster, 'message', threat, 'bad_review_threat')).httpStatus).toBe(409);
});

test('an admin who may not decide the case reads no messages', async () => {
  const own = await createAdmin(world, 'support');
  const other = await world.user();
  const jobId = String((await earn(world, { poster: own.user, worker: other }, '500')).jobId);
  const number = await write(own.user, other, jobId, 'ZqOwn one star, or less money');
  const subjectId = `${jobId}-${other.id}-${number}`;
  expect((await report(other, 'message', subjectId, 'bad_review_threat')).httpStatus).toBe(200);
  expect(await readMessages(subjectId)).toHaveLength(1);
  expect(await readMessages(subjectId, own)).toBeNull();
});
