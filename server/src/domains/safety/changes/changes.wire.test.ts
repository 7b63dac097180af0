import { isDeepStrictEqual } from 'node:util';
import { adminAppealDecide, adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import { auditLog } from '@fws/contract/admin/calls';
import { personDetail } from '@fws/contract/connections/calls';
import { exploreJobs, jobDetail, updateJob } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { setPublicPage, updateProfile } from '@fws/contract/profile/calls';
import { acceptQuote, contractRequests, myQuotes, updateQuote } from '@fws/contract/quotes/calls';
import { appealTakedown, reportContent, reportList, takedownDetail } from '@fws/contract/safety/calls';
import type { ContentType, ReportDecision } from '@fws/contract/safety/model';
import { publicJob, publicJobs, publicWorker } from '@fws/contract/site/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { upload } from '../../../../test/files/photos.ts';
import { buildJobForm, post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findCaseIdOf } from '../testing/cases.ts';

const HOUR_MS = 3600_000;
const WORDS = 'Remove the ₹499';

let world: World;
let support: TestAdmin;
let colleague: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  [support, colleague] = [await createAdmin(world, 'support'), await createAdmin(world, 'support')];
});
afterAll(() => world.close());

const later = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function report(by: TestUser, subjectType: ContentType, id: number | string): Promise<string> {
  await by.done(reportContent, { subjectType, subjectId: String(id), reason: 'money_first' });
  return findCaseIdOf(world, { type: subjectType, id });
}
const send = (reportCaseId: string, decision: ReportDecision, words = WORDS) =>
  support.user.call(adminReportDecide, { reportCaseId, decision, reason: 'money_first', words });
const decide = async (reportCaseId: string, decision: ReportDecision = 'ask_change') =>
  expect(await send(reportCaseId, decision, decision === 'leave' ? '' : WORDS)).toMatchObject({
    httpStatus: 200,
  });
const ask = async (by: TestUser, type: ContentType, id: number | string): Promise<string> => {
  const caseId = await report(by, type, id);
  await decide(caseId);
  return caseId;
};
const edit = (poster: TestUser, jobId: number, values: Parameters<typeof buildJobForm>[1]) =>
  poster.call(updateJob, { ...buildJobForm(world.clock.now(), values), jobId: String(jobId) });
/** The case in which FWS looks at what was changed. */
const waitForLook = (type: ContentType, id: number, asked: string) =>
  waitFor('the look', async () => (await findCaseIdOf(world, { type: type, id: id })) !== asked).then(() =>
    findCaseIdOf(world, { type: type, id: id }),
  );
const listTypes = async (user: TestUser) =>
  (await user.done(notifications, {})).items.map(({ type }) => type as string);
const waitForNotice = (user: TestUser, type: string) =>
  waitFor(`the notice ${type}`, async () => (await listTypes(user)).includes(type));
const readChange = async (author: TestUser, takedownId: string) =>
  (await author.done(takedownDetail, { takedownId })).change;
const readReport = async (by: TestUser) => {
  const { decision, changedAt, subject } = (await by.done(reportList, {})).items[0] ?? {};
  return { decision, changedAt, path: subject?.path };
};
const SEARCH = { location: '', categoryId: '', sort: 'latest' } as const;
const isListed = async (reader: TestUser, title: string, search = '') =>
  (await reader.done(exploreJobs, { ...SEARCH, search })).items.some((job) => job.title === title);
/** The page is built of the call, the picture answers by itself. Null: one of them does not know yet what the other does. */
const readStatus = async (number: string) => {
  const { job } = await world.guest.done(publicJob, { number });
  const { status } = await fetch(`${world.url}/og/${number}.en.jpg`);
  return (job === null) === (status === 410) ? status : null;
};

test('a job is hidden everywhere until its text is changed and looked at, and its quotes wait', async () => {
  const [poster, worker, reporter] = [await world.user(), await world.user(), await world.user()];
  const photo = await upload(poster);
  const title = 'Typing from a lighthouse';
  const values = { title, description: 'Pay ₹499 for the kit', photoIds: [photo.id] };
  const job = await post(world, poster, { values });
  const jobId = String(job.id);
  const sent = await quote(worker, job.id);
  const readAll = async () => ({
    listed: await isListed(reporter, title),
    found: await isListed(reporter, title, 'lighthouse'),
    detail: (await reporter.call(jobDetail, { jobId })).httpStatus,
    quoter: (await worker.call(jobDetail, { jobId })).httpStatus,
    page: await readStatus(job.number),
    city: (await world.guest.done(publicJobs, { city: 'pune', category: '' })).items.some(
      (shown) => shown.title === title,
    ),
    picture: (await fetch(`${world.url}/pictures/${photo.id}.jpg`)).status,
  });
  const shown = { listed: true, found: true, detail: 200, quoter: 200, page: 200, city: true, picture: 200 };
  const hidden = {
    listed: false,
    found: false,
    detail: 404,
    quoter: 404,
    page: 410,
    city: false,
    picture: 410,
  };
  const expectSeen = async (seen: typeof shown | typeof hidden) => {
    const isSeen = async () => isDeepStrictEqual(await readAll(), seen);
    await waitFor('the pages that are kept to be forgotten', isSeen);
  };
  await expectSeen(shown);
  const asked = await ask(reporter, 'job', jobId);
  await expectSeen(hidden);
  expect((await send(asked, 'take_down')).httpStatus).toBe(409);
  expect(await readReport(reporter)).toEqual({ decision: 'ask_change', changedAt: null, path: null });
  await waitForNotice(reporter, 'report_change_asked');
  await waitForNotice(poster, 'content_change_asked');
  expect((await poster.done(jobDetail, { jobId })).heldBack).toEqual({
    reason: 'change_asked',
    takedownId: Number(asked),
    until: null,
  });

  const accept = () => poster.call(acceptQuote, { quoteId: String(sent.id), jobId });
  expect((await accept()).httpStatus).toBe(409);
  expect((await poster.done(contractRequests, { jobId })).items.map(({ state }) => state)).toEqual([
    'submitted',
  ]);

  const same = await edit(poster, job.id, { ...values, title: 'TYPING, from a lighthouse!' });
  expect(same).toMatchObject({ httpStatus: 200, data: { heldBack: { reason: 'change_asked' } } });
  const terms = await edit(poster, job.id, { ...values, description: 'No kit', amountText: '100' });
  expect(terms).toMatchObject({ httpStatus: 409, message: expect.stringContaining('sent quotes') as string });
  expect(await readChange(poster, asked)).toEqual({ state: 'asked', until: null });
  const changed = await edit(poster, job.id, { ...values, description: 'The kit is ours' });
  expect(changed).toMatchObject({ httpStatus: 200, data: { heldBack: { reason: 'waiting' } } });
  const look = await waitForLook('job', job.id, asked);
  expect(await readChange(poster, asked)).toEqual({ state: 'waiting', until: later(12) });
  expect(await readAll()).toEqual(hidden);
  expect((await edit(poster, job.id, { ...values, description: 'Again' })).httpStatus).toBe(409);
  const found = await colleague.user.done(adminReport, { reportCaseId: look });
  expect(found.waitsUntil).toBe(later(12));
  expect(found.asked).toEqual({
    words: WORDS,
    number: expect.stringMatching(/^R-/) as string,
    by: expect.stringContaining(support.user.firstName) as string,
    at: world.clock.format(),
  });
  const { decided } = await colleague.user.done(adminReport, { reportCaseId: asked });
  expect(decided?.change).toBe('waiting');
  const readText = (texts: typeof found.snapshot | null) =>
    texts?.find(({ name }) => name === 'description')?.text;
  expect([readText(found.snapshot), readText(found.now)]).toEqual([
    'Pay ₹499 for the kit',
    'The kit is ours',
  ]);

  await decide(look, 'leave');
  await expectSeen(shown);
  expect(await readReport(reporter)).toMatchObject({ decision: 'ask_change', path: `/job/${jobId}` });
  expect((await readReport(reporter)).changedAt).not.toBeNull();
  await waitForNotice(reporter, 'report_changed');
  await waitForNotice(poster, 'post_shown');
  await waitForNotice(worker, 'job_changed');
  expect(await readChange(poster, asked)).toEqual({ state: 'shown', until: null });
  expect((await poster.call(appealTakedown, { takedownId: asked, text: 'No' })).httpStatus).toBe(409);
  expect((await accept()).httpStatus).toBe(200);
});

test('who looks may ask again or take down, and an appeal against the earlier decision then undoes nothing', async () => {
  const [poster, reporter] = [await world.user(), await world.user()];
  const job = await post(world, poster, { values: { title: 'Count pigeons' } });
  const first = await ask(reporter, 'job', job.id);
  await poster.done(appealTakedown, { takedownId: first, text: 'It is mine' });
  await edit(poster, job.id, { title: 'Count doves' });
  const second = await waitForLook('job', job.id, first);
  await decide(second);
  expect(await readChange(poster, first)).toEqual({ state: 'ended', until: null });
  world.clock.advance(60_000);
  await edit(poster, job.id, { title: 'Count owls' });
  const third = await waitForLook('job', job.id, second);
  await decide(third, 'take_down');
  const words = { decision: 'put_back', words: 'So it is' } as const;
  await colleague.user.done(adminAppealDecide, { reportCaseId: first, ...words });
  expect(await readStatus(job.number)).toBe(410);
  expect((await edit(poster, job.id, { title: 'Count hens' })).httpStatus).toBe(409);
});

test('an appeal puts it back as it was, by another admin', async () => {
  const [poster, worker, reporter] = [await world.user(), await world.user(), await world.user()];
  const job = await post(world, poster, { values: { title: 'Wash a tram' } });
  await quote(worker, job.id);
  const asked = await ask(reporter, 'job', job.id);
  await poster.done(appealTakedown, { takedownId: asked, text: 'It is mine' });
  const answer = { reportCaseId: asked, decision: 'put_back', words: 'So it is' } as const;
  expect((await support.user.call(adminAppealDecide, answer)).httpStatus).toBe(403);
  await colleague.user.done(adminAppealDecide, answer);
  const shown = await poster.done(jobDetail, { jobId: String(job.id) });
  expect(shown).toMatchObject({ title: 'Wash a tram', state: 'open', heldBack: null, quotesReceived: 1 });
  expect(await readStatus(job.number)).toBe(200);
});

test('a quote is hidden from the poster until its worker has changed it', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const job = await post(world, poster);
  const sent = await quote(worker, job.id, { workScope: 'Pay me first' });
  const list = async () =>
    (await poster.done(contractRequests, { jobId: String(job.id) })).items.map(({ workScope }) => workScope);
  const readOwn = async () => (await worker.done(myQuotes, {})).items[0];
  const asked = await ask(poster, 'quote', sent.id);
  expect(await list()).toEqual([]);
  expect(await readOwn()).toMatchObject({
    state: 'withheld',
    heldBack: { reason: 'change_asked', takedownId: Number(asked) },
    abilities: { edit: { allowed: true }, cancel: { allowed: false } },
  });
  const offer = { bidText: '15000', term: 'completion', workScope: 'Pay me after' } as const;
  const form = { quoteId: String(sent.id), milestoneNames: [], milestoneAmountTexts: [], ...offer };
  expect(await worker.call(updateQuote, form)).toMatchObject({
    httpStatus: 200,
    data: { heldBack: { reason: 'waiting' }, abilities: { edit: { allowed: false } } },
  });
  const look = await waitForLook('quote', sent.id, asked);
  expect(await list()).toEqual([]);
  expect(await listTypes(poster)).not.toContain('quote_changed');
  await decide(look, 'leave');
  expect(await list()).toEqual(['Pay me after']);
  await waitForNotice(poster, 'quote_changed');
  await waitForNotice(poster, 'report_changed');
});

test('a profile loses its texts and public page until its owner has changed it', async () => {
  const [worker, reader] = [await world.user({ skills: ['Painting'] }), await world.user()];
  await worker.done(updateProfile, { about: 'Pay me ₹499 first' });
  await worker.done(setPublicPage, { isPublic: 'yes', photoIds: [] });
  const id = String(worker.id);
  const readAll = async () => ({
    about: (await reader.done(personDetail, { userId: id })).about,
    page: (await world.guest.call(publicWorker, { workerId: id })).httpStatus,
  });
  const asked = await ask(reader, 'user', id);
  expect(await readAll()).toEqual({ about: '', page: 410 });
  await worker.done(updateProfile, { radius: 'city' });
  expect(await readChange(worker, asked)).toEqual({ state: 'asked', until: null });
  await worker.done(updateProfile, { about: 'I paint' });
  const look = await waitForLook('user', worker.id, asked);
  expect(await readAll()).toEqual({ about: '', page: 410 });
  await decide(look, 'leave');
  expect(await readAll()).toEqual({ about: 'I paint', page: 200 });
});

test('nobody is asked to change a photo, which cannot be edited', async () => {
  const [poster, reporter] = [await world.user(), await world.user()];
  const photo = await upload(poster);
  await post(world, poster, { values: { photoIds: [photo.id] } });
  const caseId = await report(reporter, 'photo', photo.id);
  expect(await send(caseId, 'ask_change')).toMatchObject({
    httpStatus: 422,
    errors: { decision: 'Its author cannot edit it. Take it down or leave it' },
  });
  expect(await send(await report(reporter, 'user', poster.id), 'ask_change', '')).toMatchObject({
    errors: { words: 'Please write to the author why' },
  });
});

test('it is in the audit log, and nobody else reads the decision', async () => {
  const [poster, reporter] = [await world.user(), await world.user()];
  const job = await post(world, poster);
  const asked = await ask(reporter, 'job', job.id);
  const chief = await createAdmin(world, 'admin');
  const { items } = await chief.user.done(auditLog, { subject: 'report_case', subjectId: asked });
  expect(items.some(({ act }) => act === 'content_change_asked')).toBe(true);
  expect((await reporter.call(takedownDetail, { takedownId: asked })).httpStatus).toBe(404);
  expect((await edit(reporter, job.id, { title: 'Mine now' })).httpStatus).toBe(404);
});

test('who reported it does not look at the change', async () => {
  const poster = await world.user();
  const job = await post(world, poster, { values: { title: 'Oil a windmill' } });
  const asked = await ask(colleague.user, 'job', job.id);
  await edit(poster, job.id, { title: 'Oil a watermill' });
  const look = await waitForLook('job', job.id, asked);
  const left = { reportCaseId: look, decision: 'leave', reason: 'money_first', words: '' } as const;
  expect((await colleague.user.call(adminReportDecide, left)).httpStatus).toBe(403);
  await decide(look, 'leave');
});

// The last one: sessions of staff do not last as long.
test('what nobody looks at is shown after twelve hours', async () => {
  const [poster, reporter] = [await world.user(), await world.user()];
  const job = await post(world, poster, { values: { title: 'Sort buttons' } });
  const asked = await ask(reporter, 'job', job.id);
  await edit(poster, job.id, { title: 'Sort shells' });
  await waitForLook('job', job.id, asked);
  const end = async (hours: number) => {
    world.clock.advance(hours * HOUR_MS);
    await inTx(world.db, (tx) => enqueue(tx, 'end_waits', {}));
  };
  await end(11);
  expect(await readStatus(job.number)).toBe(410);
  await end(1);
  await waitFor('the job', async () => (await readStatus(job.number)) === 200);
  await waitForNotice(reporter, 'report_changed');
});
