import { adminAppealDecide, adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { exploreJobs, jobDetail, myContracts } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { contractRequests, myQuotes } from '@fws/contract/quotes/calls';
import * as calls from '@fws/contract/safety/calls';
import type { AppealDecision, ReportDecision } from '@fws/contract/safety/model';
import { publicJob } from '@fws/contract/site/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { upload } from '../../../../test/files/photos.ts';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findCaseId, findQueued, report } from '../testing/cases.ts';

const HOUR_MS = 3600_000;

let world: World;
let support: TestAdmin;
let colleague: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  [support, colleague] = [await createAdmin(world, 'support'), await createAdmin(world, 'support')];
});
afterAll(() => world.close());

const later = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
const now = () => later(0);
const takeDown = async (title: string, decision: ReportDecision = 'take_down') => {
  const reportCaseId = await findCaseId(support, title);
  await support.user.done(adminReportDecide, {
    reportCaseId,
    decision,
    reason: 'money_first',
    words: 'Remove the ₹499',
  });
  return reportCaseId;
};
const listTypes = async (user: TestUser) =>
  (await user.done(notifications, {})).items.map(({ type }) => type);
const waitForNotice = (user: TestUser, type: string) =>
  waitFor(`the notice ${type}`, async () => (await listTypes(user)).includes(type as never));

describe('a take-down', () => {
  test('hides a job everywhere within a second, ends its quotes, tells everybody, and comes back on appeal to another', async () => {
    const [poster, worker, quoter] = [await world.user(), await world.user(), await world.user()];
    const photo = await upload(poster);
    const job = await post(world, poster, {
      values: { title: 'Stuff zebra envelopes', photoIds: [photo.id] },
    });
    const ids = { jobId: String(job.id) };
    await quote(quoter, job.id);
    await report(worker, job.id);
    await report(world.guest, job.id, { replyTo: 'visitor@example.in' });
    const readAll = async () => ({
      list: (
        await worker.done(exploreJobs, { search: '', location: '', categoryId: '', sort: 'latest' })
      ).items.some(({ id }) => id === job.id),
      detail: (await worker.call(jobDetail, ids)).httpStatus,
      ofQuoter: (await quoter.call(jobDetail, ids)).httpStatus,
      public: (await world.guest.done(publicJob, { number: job.number })).job?.id ?? null,
      sitemap: (await (await fetch(`${world.url}/sitemaps/jobs-0.xml`)).text()).includes(`/j/${job.number}/`),
      og: (await fetch(`${world.url}/og/${job.number}.en.jpg`)).status,
      picture: (await fetch(`${world.url}/pictures/${photo.id}.jpg`)).status,
    });
    const shown = {
      list: true,
      detail: 200,
      ofQuoter: 200,
      public: job.id,
      sitemap: true,
      og: 200,
      picture: 200,
    };
    expect(await readAll()).toEqual(shown);

    const reportCaseId = await takeDown(job.title);
    await waitFor('the pages that are kept to be forgotten', async () => !(await readAll()).list);
    expect(await readAll()).toEqual({
      list: false,
      detail: 404,
      ofQuoter: 404,
      public: null,
      sitemap: false,
      og: 410,
      picture: 410,
    });
    const takedownId = reportCaseId;
    expect((await poster.done(jobDetail, ids)).heldBack).toEqual({
      reason: 'taken_down',
      takedownId: Number(takedownId),
      until: null,
    });
    const {
      photos,
      poster: record,
      unlisted,
      version: _version,
      hides,
      ...listed
    } = await poster.done(jobDetail, ids);
    expect([photos.length, record.jobsPosted, unlisted, hides]).toEqual([1, 1, false, []]);
    expect((await poster.done(myContracts, {})).items).toEqual([listed]);
    await waitForNotice(poster, 'content_taken_down');
    await waitForNotice(worker, 'report_acted');
    await waitForNotice(quoter, 'job_cancelled');
    expect((await quoter.done(myQuotes, {})).items[0]).toMatchObject({
      state: 'not_selected',
      heldBack: null,
    });
    expect((await worker.done(calls.reportList, {})).items[0]).toMatchObject({
      decision: 'take_down',
      decidedAt: now(),
      // Its screen has nothing to show.
      subject: { title: job.title, path: null },
    });
    await waitFor('the mail to the visitor', async () =>
      (await (await fetch(`${world.sandboxUrl}/outbox`)).text()).includes('visitor@example.in'),
    );

    const takedown = {
      id: Number(takedownId),
      number: `R-${takedownId.padStart(4, '0')}`,
      subject: { type: 'job', id: String(job.id), title: job.title, path: `/job/${job.id}` },
      reason: 'money_first',
      words: 'Remove the ₹499',
      takenDownAt: now(),
      change: null,
      snapshot: [
        { name: 'title', text: job.title },
        ...(job.description === '' ? [] : [{ name: 'description', text: job.description }]),
        { name: 'place', text: job.location },
        { name: 'skills', text: job.skills.join(', ') },
      ],
    };
    const noAppeal = { text: '', sentAt: null, answerBy: null, decision: null, words: '' };
    const until = later(14 * 24);
    expect(await poster.done(calls.takedownDetail, { takedownId })).toEqual({
      ...takedown,
      appeal: { mayAppeal: { allowed: true }, until, ...noAppeal },
    });
    expect((await worker.call(calls.takedownDetail, { takedownId })).httpStatus).toBe(404);
    expect((await worker.call(calls.appealTakedown, { takedownId, text: 'Mine' })).httpStatus).toBe(404);
    const text = 'There was no fee, the kit is lent';
    const appealed = await poster.done(calls.appealTakedown, { takedownId, text });
    const sent = { text, sentAt: now(), answerBy: later(7 * 24), decision: null, words: '' };
    const over = { allowed: false, reason: 'safety.appeal_sent' };
    expect(appealed).toEqual({ ...takedown, appeal: { mayAppeal: over, until, ...sent } });
    expect(await poster.done(calls.appealTakedown, { takedownId, text })).toEqual(appealed);
    expect(await poster.call(calls.appealTakedown, { takedownId, text: 'Once more' })).toMatchObject({
      httpStatus: 409,
      message: 'You have appealed already',
    });
    expect(await findQueued(support, 'appeal', job.title)).toMatchObject({
      ownCase: true,
      dueAt: later(7 * 24),
      since: now(),
    });

    const decision: AppealDecision = 'put_back';
    const answer = { reportCaseId, decision, words: 'You are right' };
    expect((await support.user.call(adminAppealDecide, answer)).httpStatus).toBe(403);
    await colleague.user.done(adminAppealDecide, answer);
    expect((await colleague.user.call(adminAppealDecide, answer)).httpStatus).toBe(409);
    await waitFor('it to be listed again', async () => (await readAll()).list);
    expect(await readAll()).toEqual({ ...shown, ofQuoter: 200 });
    expect((await poster.done(jobDetail, ids)).heldBack).toBeNull();
    await waitForNotice(poster, 'appeal_granted');
    const [ownReport] = (await worker.done(calls.reportList, {})).items;
    expect(ownReport?.subject.path).toBe(`/job/${job.id}`);
    const answered = { ...sent, decision: 'put_back', words: 'You are right' };
    const listedTakedown = { ...takedown, subject: { ...takedown.subject, path: null } };
    expect(await poster.done(calls.takedownList, {})).toEqual({
      items: [{ ...listedTakedown, appeal: { mayAppeal: over, until, ...answered } }],
      nextCursor: null,
    });
    expect(await colleague.user.done(adminReport, { reportCaseId })).toMatchObject({
      decided: {
        decision: 'take_down',
        reason: 'money_first',
        words: 'Remove the ₹499',
        by: `${support.user.firstName} Kumar`,
        at: now(),
      },
      appeal: {
        text,
        sentAt: now(),
        dueAt: later(7 * 24),
        decision: 'put_back',
        words: 'You are right',
        by: `${colleague.user.firstName} Kumar`,
        at: now(),
      },
    });
  });

  test('needs words to the author, is decided once, and not of what nobody is shown', async () => {
    const [poster, worker] = [await world.user(), await world.user()];
    const job = await post(world, poster, { values: { title: 'Carry xylophones' } });
    await report(worker, job.id);
    const reportCaseId = await findCaseId(support, job.title);
    const decide = (decision: ReportDecision, words = 'Because') =>
      support.user.call(adminReportDecide, { reportCaseId, decision, reason: 'not_real', words });
    expect(await decide('take_down', '')).toMatchObject({
      httpStatus: 422,
      message: 'Please write to the author why',
    });
    const [first, second] = await Promise.all([decide('take_down'), decide('leave')]);
    expect([first.httpStatus, second.httpStatus].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await decide('leave')).toMatchObject({ message: 'Somebody has decided this already' });
  });

  test('after two weeks cannot be appealed', async () => {
    const [poster, worker] = [await world.user(), await world.user()];
    const job = await post(world, poster, { values: { title: 'Paint an igloo' } });
    await report(worker, job.id);
    const takedownId = await takeDown(job.title);
    await sql`UPDATE report_case SET decided_at = decided_at - interval '14 days 1 second'
      WHERE id = ${takedownId}`.execute(world.db);
    expect(await poster.call(calls.appealTakedown, { takedownId, text: 'Late' })).toMatchObject({
      httpStatus: 409,
      message: 'The time to appeal is over',
    });
    expect((await poster.call(calls.appealTakedown, { takedownId, text: ' ' })).httpStatus).toBe(422);
  });

  test('of a quote hides it from the poster alone', async () => {
    const [poster, worker] = [await world.user(), await world.user()];
    const job = await post(world, poster, { values: { title: 'Tune the harmonium' } });
    const sent = await quote(worker, job.id);
    await report(poster, 0, { subjectType: 'quote', subjectId: String(sent.id) });
    const reportCaseId = await takeDown(job.title);
    const ids = { jobId: String(job.id) };
    expect((await poster.done(contractRequests, ids)).items).toEqual([]);
    expect((await poster.done(jobDetail, ids)).quotesReceived).toBe(0);
    expect((await worker.done(myQuotes, {})).items[0]).toMatchObject({
      id: sent.id,
      heldBack: { reason: 'taken_down', takedownId: Number(reportCaseId), until: null },
    });
    await worker.done(calls.appealTakedown, { takedownId: reportCaseId, text: 'It was polite' });
    await colleague.user.done(adminAppealDecide, { reportCaseId, decision: 'put_back', words: 'Yes' });
    expect((await poster.done(contractRequests, ids)).items.map(({ id }) => id)).toEqual([sent.id]);
    expect((await poster.done(jobDetail, ids)).quotesReceived).toBe(1);
  });
});
