import { adminAppealDecide, adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { exploreJobs, jobDetail, myContracts } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { inviteWorker } from '@fws/contract/invitations/calls';
import {
  askAnotherQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  updateQuote,
} from '@fws/contract/quotes/calls';
import * as calls from '@fws/contract/safety/calls';
import type { AppealDecision, ReportDecision } from '@fws/contract/safety/model';
import { publicJob } from '@fws/contract/site/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { upload } from '../../../test/files/photos.ts';
import { post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

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
const report = (by: TestUser, jobId: number, change: Record<string, string> = {}) =>
  by.call(calls.reportContent, {
    subjectType: 'job',
    subjectId: String(jobId),
    reason: 'money_first',
    details: 'They wanted ₹499 by UPI first',
    ...change,
  });
const findQueued = async (admin: TestAdmin, kind: 'report' | 'appeal', title: string) =>
  (await admin.user.done(adminQueue, { kind, limit: '100' })).items.find((item) => item.title === title);
async function findCaseId(admin: TestAdmin, title: string): Promise<string> {
  const item = await findQueued(admin, 'report', title);
  if (!item) throw new Error(`nothing waits about ${title}`);
  return String(item.id);
}
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

describe('a report', () => {
  test('keeps what the reporter saw, is answered with its number and last moment, and counts once for a person', async () => {
    const [poster, worker] = [await world.user(), await world.user()];
    const job = await post(world, poster, {
      values: { title: 'Typing from a houseboat', description: 'Pay for the kit', skills: ['Typing'] },
    });
    const answer = await report(worker, job.id);
    const number = /R-\d{4,}/.exec(answer.message)?.[0];
    expect(answer.data).toEqual({
      id: expect.any(Number) as number,
      number,
      subject: {
        type: 'job',
        id: String(job.id),
        title: 'Typing from a houseboat',
        path: `/job/${job.id}`,
      },
      reason: 'money_first',
      details: 'They wanted ₹499 by UPI first',
      reportedAt: now(),
      dueAt: later(4),
      decision: null,
      decidedAt: null,
      changedAt: null,
    });
    // Again, with another reason: the first one stays.
    expect((await report(worker, job.id, { reason: 'other' })).data).toEqual(answer.data);
    expect(await worker.done(calls.reportList, {})).toEqual({ items: [answer.data], nextCursor: null });
    expect(await poster.done(calls.reportList, {})).toEqual({ items: [], nextCursor: null });

    const reportCaseId = await findCaseId(support, job.title);
    const { created_at: joinedAt } = await world.db
      .selectFrom('user_account')
      .select('created_at')
      .where('id', '=', poster.id)
      .executeTakeFirstOrThrow();
    expect(await support.user.done(adminReport, { reportCaseId })).toEqual({
      id: Number(reportCaseId),
      number,
      subject: { type: 'job', id: String(job.id), title: job.title, path: `/admin/jobs/${job.id}` },
      waitsUntil: null,
      harm: 'money',
      reason: 'money_first',
      openedAt: now(),
      dueAt: later(4),
      asked: null,
      snapshot: [
        { name: 'title', text: job.title },
        { name: 'description', text: 'Pay for the kit' },
        { name: 'place', text: job.location },
        { name: 'skills', text: 'Typing' },
      ],
      photos: [],
      files: [],
      now: null,
      othersRead: null,
      messages: null,
      reports: [
        {
          id: (answer.data as { id: number }).id,
          reason: 'money_first',
          details: 'They wanted ₹499 by UPI first',
          reportedAt: now(),
          reporter: { id: worker.id, name: `${worker.firstName} Kumar` },
          counts: true,
        },
      ],
      author: {
        id: poster.id,
        name: `${poster.firstName} Kumar`,
        joinedAt: joinedAt.toISOString(),
        verified: false,
        suspended: false,
        takenDown: 0,
        linked: [],
      },
      decided: null,
      appeal: null,
      mayDecide: { allowed: true },
    });
  });

  test('of a worse harm makes the case due earlier, and a milder one changes nothing', async () => {
    const [poster, worker, other] = [await world.user(), await world.user(), await world.user()];
    const job = await post(world, poster, { values: { title: 'Guard the vault' } });
    await report(worker, job.id, { reason: 'other' });
    expect(await findQueued(support, 'report', job.title)).toMatchObject({ dueAt: later(72), since: now() });
    await report(other, job.id, { reason: 'danger' });
    await report(world.guest, job.id, { reason: 'money_first' });
    expect(await findQueued(support, 'report', job.title)).toMatchObject({ dueAt: later(1) });
    const reportCaseId = await findCaseId(support, job.title);
    const { harm, reports } = await support.user.done(adminReport, { reportCaseId });
    expect(harm).toBe('danger');
    expect(reports.map(({ reporter }) => reporter?.id ?? null)).toEqual([worker.id, other.id, null]);
  });

  test('of what the reporter does not see, of one’s own, or for a reason of something else is refused at its field', async () => {
    const [poster, worker, stranger] = [await world.user(), await world.user(), await world.user()];
    const job = await post(world, poster);
    const own = await quote(worker, job.id);
    const unknown = { httpStatus: 404, message: 'This is not available any more, so it cannot be reported' };
    expect(await report(poster, job.id)).toMatchObject({
      httpStatus: 409,
      message: 'This is your own. You can change or remove it yourself',
    });
    expect(await report(worker, 999_999)).toMatchObject(unknown);
    const ofQuote = { subjectType: 'quote', subjectId: String(own.id) };
    expect(await report(stranger, 0, ofQuote)).toMatchObject(unknown);
    expect(await report(world.guest, 0, ofQuote)).toMatchObject(unknown);
    expect((await report(poster, 0, ofQuote)).httpStatus).toBe(200);
    for (const change of [{ reason: 'untrue_review' }, { reason: 'nonsense' }, { reason: '' }])
      expect(await report(worker, job.id, change)).toMatchObject({
        httpStatus: 422,
        message: 'Please choose what is wrong',
      });
    expect(await report(world.guest, job.id, { replyTo: 'me@' })).toMatchObject({ httpStatus: 422 });
  });

  test('keeps what was written to the reporter alone, for staff and not for its author', async () => {
    const [poster, worker, other] = [await world.user(), await world.user(), await world.user()];
    const job = await post(world, poster, { values: { title: 'Oil the gate' } });
    const jobId = String(job.id);
    await poster.done(inviteWorker, { jobId, userId: String(worker.id), note: 'First pay me a fee' });
    const { id } = await quote(worker, job.id);
    const quoteId = String(id);
    await poster.done(askAnotherQuote, { quoteId, note: 'The fee is ₹499' });
    await worker.done(updateQuote, {
      quoteId,
      bidText: '1200',
      term: 'completion',
      milestoneNames: [],
      milestoneAmountTexts: [],
      workScope: '',
      note: 'You are a fool',
    });
    await poster.done(declineQuote, { quoteId, reason: 'price', note: 'Fool yourself' });
    for (const by of [other, worker]) expect((await report(by, job.id)).httpStatus).toBe(200);
    const ofQuote = { subjectType: 'quote', subjectId: quoteId, reason: 'other' };
    expect((await report(poster, 0, ofQuote)).httpStatus).toBe(200);

    const readNotes = async (reportCaseId: string) => {
      const { snapshot, now } = await support.user.done(adminReport, { reportCaseId });
      expect(now).toBeNull();
      return snapshot.filter(({ name }) => name === 'note').map(({ text }) => text);
    };
    const findCase = async (subject: string) => {
      const { id: caseId } = await world.db
        .selectFrom('report_case')
        .select('id')
        .where('subject_type', '=', subject as never)
        .where('subject_id', '=', subject === 'job' ? jobId : quoteId)
        .executeTakeFirstOrThrow();
      return String(caseId);
    };
    const reportCaseId = await findCase('job');
    expect(await readNotes(reportCaseId)).toEqual(['First pay me a fee', 'The fee is ₹499', 'Fool yourself']);
    expect(await readNotes(await findCase('quote'))).toEqual(['You are a fool']);
    await support.user.done(adminReportDecide, {
      reportCaseId,
      decision: 'take_down',
      reason: 'money_first',
      words: 'No fees',
    });
    const { snapshot } = await poster.done(calls.takedownDetail, { takedownId: reportCaseId });
    expect(snapshot.map(({ name }) => name)).not.toContain('note');
  });

  test('of many is limited, by user and by address', async () => {
    const flooded = await startWorld({ env: { LIMIT_REPORT_USER: '2/1d', LIMIT_REPORT_ADDRESS: '1/1d' } });
    flooded.clock.advanceToNextHour();
    const [poster, worker] = [await flooded.user(), await flooded.user()];
    const jobs = await Promise.all([1, 2, 3].map(() => post(flooded, poster)));
    const statuses = [];
    for (const by of [worker, flooded.guest])
      for (const job of jobs) statuses.push((await report(by, job.id)).httpStatus);
    await flooded.close();
    expect(statuses).toEqual([200, 200, 429, 200, 429, 429]);
  });
});

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
