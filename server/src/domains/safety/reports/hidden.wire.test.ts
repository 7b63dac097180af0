import { adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { jobDetail, updateJob } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { HIDDEN } from '@fws/contract/platform/contact-data';
import {
  askAnotherQuote,
  contractRequests,
  quoteDetail,
  quoteHistory,
  updateQuote,
} from '@fws/contract/quotes/calls';
import { reportContent, reportList } from '@fws/contract/safety/calls';
import type { ReportDecision, ReportReason } from '@fws/contract/safety/model';
import { publicJob } from '@fws/contract/site/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { buildJobForm, post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findCaseIdOf } from '../testing/cases.ts';

// What the contact filter gets wrong: readers say what it missed, authors what it hides though it is not contact data.

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const MODEL = 'Mend a pump, model 9876543210';
const MASKED = `Mend a pump, model ${HIDDEN}`;

const postPump = async (poster: TestUser) => {
  const { id, number } = await post(world, poster, { values: { title: 'Mend a pump', description: MODEL } });
  return { jobId: String(id), number };
};
const readDescription = async (user: TestUser, jobId: string) =>
  (await user.done(jobDetail, { jobId })).description;
const readPublic = async (number: string) => (await world.guest.done(publicJob, { number })).job?.description;

async function report(by: TestUser, type: 'job' | 'quote', subjectId: string, reason: ReportReason) {
  const answer = await by.call(reportContent, { subjectType: type, subjectId, reason });
  return answer.httpStatus;
}
const findCaseId = (type: 'job' | 'quote', id: string) => findCaseIdOf(world, { type, id });
const decide = async (
  reportCaseId: string,
  decision: ReportDecision,
  reason: ReportReason = 'wrongly_hidden',
) =>
  (
    await support.user.call(adminReportDecide, {
      reportCaseId,
      decision,
      reason,
      words: decision === 'take_down' ? 'No' : '',
    })
  ).httpStatus;
const waitForNotice = (user: TestUser, type: string) =>
  waitFor(`the notice ${type}`, async () =>
    (await user.done(notifications, {})).items.some((notice) => notice.type === type),
  );

test('a job that is wrongly hidden is shown as it was written, until it or the filter changes', async () => {
  const [poster, reader] = [await world.user(), await world.user()];
  const { jobId, number } = await postPump(poster);
  expect(await readDescription(reader, jobId)).toBe(MASKED);
  expect(await readPublic(number)).toBe(MASKED);
  expect(await report(reader, 'job', jobId, 'wrongly_hidden')).toBe(422);
  expect(await report(poster, 'job', jobId, 'money_first')).toBe(409);
  expect(await report(poster, 'job', jobId, 'wrongly_hidden')).toBe(200);

  const caseId = await findCaseId('job', jobId);
  const { othersRead, snapshot } = await support.user.done(adminReport, { reportCaseId: caseId });
  expect(snapshot.find(({ name }) => name === 'description')?.text).toBe(MODEL);
  expect(othersRead?.[1]).toEqual({ name: 'description', text: MASKED });
  expect(await decide(caseId, 'take_down')).toBe(422);
  expect(await decide(caseId, 'show_text')).toBe(200);
  await waitForNotice(poster, 'text_shown');
  expect((await poster.done(reportList, {})).items[0]?.decision).toBe('show_text');

  expect(await readDescription(reader, jobId)).toBe(MODEL);
  await waitFor('the public page', async () => (await readPublic(number)) === MODEL);
  const own = await poster.done(jobDetail, { jobId });
  expect(own.hides).toEqual([]);
  expect(await report(poster, 'job', jobId, 'wrongly_hidden')).toBe(409);

  // An older version of the filter had read it.
  await world.db.updateTable('job').set({ filter_version: 0 }).where('id', '=', Number(jobId)).execute();
  await inTx(world.db, (tx) => enqueue(tx, 'mask_jobs', {}));
  await world.drain();
  expect(await readDescription(reader, jobId)).toBe(MASKED);
});

test('an edit is masked anew, and what stays hidden is said', async () => {
  const [poster, reader] = [await world.user(), await world.user()];
  const { jobId } = await postPump(poster);
  await report(poster, 'job', jobId, 'wrongly_hidden');
  await decide(await findCaseId('job', jobId), 'show_text');
  const { version } = await poster.done(jobDetail, { jobId });
  const values = { title: 'Mend a pump', description: `${MODEL}, today` };
  await poster.done(updateJob, { ...buildJobForm(world.clock.now(), values), jobId, version });
  expect(await readDescription(reader, jobId)).toBe(`${MASKED}, today`);
  expect(await report(poster, 'job', jobId, 'wrongly_hidden')).toBe(200);
  expect(await decide(await findCaseId('job', jobId), 'leave')).toBe(200);
  await waitForNotice(poster, 'text_stays_hidden');
  expect(await readDescription(reader, jobId)).toBe(`${MASKED}, today`);
});

test('a quote that is wrongly hidden is shown to the poster', async () => {
  const [poster, worker] = [await world.user(), await world.user({ identity: 'verified' })];
  const { id } = await post(world, poster);
  const sent = await quote(worker, id, { workScope: MODEL });
  const quoteId = String(sent.id);
  const readScope = async () => (await poster.done(quoteDetail, { quoteId })).workScope;
  expect(await readScope()).toBe(MASKED);
  expect(await report(poster, 'quote', quoteId, 'wrongly_hidden')).toBe(422);
  expect(await report(worker, 'quote', quoteId, 'wrongly_hidden')).toBe(200);
  expect(await decide(await findCaseId('quote', quoteId), 'show_text')).toBe(200);
  await waitForNotice(worker, 'text_shown');
  expect(await readScope()).toBe(MODEL);
  expect((await worker.done(quoteDetail, { quoteId })).hides).toEqual([]);
  const { items } = await poster.done(contractRequests, { jobId: String(id) });
  expect(items.map(({ workScope }) => workScope)).toEqual([MODEL]);
  // Its history shows the same, before there is another step and afterwards.
  const readSteps = async () =>
    (await poster.done(quoteHistory, { quoteId })).items.map(({ workScope }) => workScope);
  expect(await readSteps()).toEqual([MODEL]);
  await poster.done(askAnotherQuote, { quoteId, bidText: '1000' });
  expect(await readSteps()).toEqual([MODEL, '']);
});

test('a quote that is shown as it was written is shown so in its history, without contact data in the note', async () => {
  const [poster, worker] = [await world.user(), await world.user({ identity: 'verified' })];
  const { id } = await post(world, poster);
  const quoteId = String((await quote(worker, id)).id);
  await worker.done(updateQuote, {
    quoteId,
    bidText: '1200',
    term: 'completion',
    milestoneNames: [],
    milestoneAmountTexts: [],
    workScope: MODEL,
    note: 'Call 98220 12345',
  });
  const readStep = async () => {
    const last = (await poster.done(quoteHistory, { quoteId })).items.at(-1);
    return last && [last.workScope, last.note];
  };
  expect(await readStep()).toEqual([MASKED, `Call ${HIDDEN}`]);
  expect(await report(worker, 'quote', quoteId, 'wrongly_hidden')).toBe(200);
  expect(await decide(await findCaseId('quote', quoteId), 'show_text')).toBe(200);
  await waitForNotice(worker, 'text_shown');
  expect(await readStep()).toEqual([MODEL, `Call ${HIDDEN}`]);
});

test('readers report what the filter has missed', async () => {
  const [poster, reader] = [await world.user(), await world.user()];
  const { id } = await post(world, poster, { values: { description: 'Find me at Joshi Interiors' } });
  expect(await report(poster, 'job', String(id), 'wrongly_hidden')).toBe(409);
  expect(await report(reader, 'job', String(id), 'contact_shown')).toBe(200);
  const caseId = await findCaseId('job', String(id));
  expect((await support.user.done(adminReport, { reportCaseId: caseId })).othersRead).toBe(null);
  expect(await decide(caseId, 'show_text', 'contact_shown')).toBe(409);
  expect(await decide(caseId, 'take_down', 'contact_shown')).toBe(200);
  await waitForNotice(reader, 'report_acted');
});
