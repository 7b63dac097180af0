import { adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { inviteWorker } from '@fws/contract/invitations/calls';
import { askAnotherQuote, declineQuote, updateQuote } from '@fws/contract/quotes/calls';
import * as calls from '@fws/contract/safety/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { post, quote } from '../../../../test/story.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findCaseId, findCaseIdOf, findQueued, report } from '../testing/cases.ts';

const HOUR_MS = 3600_000;

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const later = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
const now = () => later(0);

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
    const reportCaseId = await findCaseIdOf(world, { type: 'job', id: job.id });
    expect(await readNotes(reportCaseId)).toEqual(['First pay me a fee', 'The fee is ₹499', 'Fool yourself']);
    expect(await readNotes(await findCaseIdOf(world, { type: 'quote', id }))).toEqual(['You are a fool']);
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
