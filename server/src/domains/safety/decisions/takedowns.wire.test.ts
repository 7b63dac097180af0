import { adminReport, adminReportDecide, adminAppealDecide } from '@fws/contract/admin/reports/calls';
import { adminUser, adminUserRestore, adminUserSuspend } from '@fws/contract/admin/users/calls';
import { personDetail } from '@fws/contract/connections/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { setPublicPage, updateProfile } from '@fws/contract/profile/calls';
import type { ContentType, ReportDecision } from '@fws/contract/safety/model';
import { appealTakedown, reportContent, takedownList } from '@fws/contract/safety/calls';
import { publicWorker } from '@fws/contract/site/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { upload } from '../../../../test/files/photos.ts';
import { award, fund, getMilestoneAt, payOut, post } from '../../../../test/story.ts';
import { endReviewTime } from '../../../../test/reviews.ts';
import { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composeDeps } from '../../../compose.ts';
import { readConfig } from '../../../config/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { createSession } from '../../identity/index.ts';
import { recordSignal } from '../../links/index.ts';

let world: World;
let support: TestAdmin;
let colleague: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  [support, colleague] = [await createAdmin(world, 'support'), await createAdmin(world, 'support')];
});
afterAll(() => world.close());

async function report(by: TestUser, subjectType: ContentType, subjectId: string): Promise<string> {
  await by.done(reportContent, { subjectType, subjectId, reason: 'private_data' });
  const { id } = await world.db
    .selectFrom('report_case')
    .select('id')
    .where('subject_type', '=', subjectType)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  return String(id);
}
const decide = (reportCaseId: string, decision: ReportDecision = 'take_down') =>
  support.user.done(adminReportDecide, { reportCaseId, decision, reason: 'private_data', words: 'A number' });
async function putBack(author: TestUser, id: string): Promise<void> {
  await author.done(appealTakedown, { takedownId: id, text: 'It is mine' });
  await colleague.user.done(adminAppealDecide, { reportCaseId: id, decision: 'put_back', words: 'So it is' });
}
/** Suspending has ended every session. */
async function logInAgain({ id }: TestUser): Promise<TestUser> {
  const session = { userId: id, now: world.clock.now(), ttlMs: 3600_000, client: 'test', confirmed: true };
  return new TestUser(world.url, { id, token: await createSession(world.db, session) });
}

test('a profile loses its texts, photo and public page, keeps its name, and gets them back', async () => {
  const [worker, reader] = [await world.user({ skills: ['Painting'] }), await world.user()];
  await worker.done(updateProfile, { about: 'Walls and doors' });
  await worker.done(setPublicPage, { isPublic: 'yes', photoIds: [] });
  const id = String(worker.id);
  const readAll = async () => ({
    about: (await reader.done(personDetail, { userId: id })).about,
    name: (await reader.done(personDetail, { userId: id })).firstName,
    page: (await world.guest.call(publicWorker, { workerId: id })).httpStatus,
  });
  const shown = { about: 'Walls and doors', name: worker.firstName, page: 200 };
  expect(await readAll()).toEqual(shown);
  const caseId = await report(reader, 'user', id);
  await decide(caseId);
  expect(await readAll()).toEqual({ about: '', name: worker.firstName, page: 410 });
  expect(await worker.call(setPublicPage, { isPublic: 'yes', photoIds: [] })).toMatchObject({
    httpStatus: 409,
    message: 'FWS has taken your profile down. Read why under Taken down, and appeal there',
  });
  expect(
    (await reader.call(reportContent, { subjectType: 'user', subjectId: id, reason: 'other' })).httpStatus,
  ).toBe(404);
  await putBack(worker, caseId);
  expect(await readAll()).toEqual(shown);
});

test('a photo leaves its job, opens for staff alone, and comes back', async () => {
  const [poster, reader] = [await world.user(), await world.user()];
  const [kept, bad] = [await upload(poster), await upload(poster)];
  const job = await post(world, poster, { values: { photoIds: [bad.id, kept.id] } });
  const list = async () =>
    (await reader.done(jobDetail, { jobId: String(job.id) })).photos.map(({ id }) => id);
  const open = async (user: TestUser) =>
    (await fetch(`${world.url}${bad.url}`, { headers: { authorization: `Bearer ${user.token}` } })).status;
  expect([await list(), await open(reader)]).toEqual([[bad.id, kept.id], 200]);
  const caseId = await report(reader, 'photo', bad.id);
  const readCase = () => support.user.done(adminReport, { reportCaseId: caseId });
  expect(await readCase()).toMatchObject({
    subject: { type: 'photo', id: bad.id, title: job.title },
    snapshot: [],
  });
  await waitFor('the copy', async () => (await readCase()).photos[0]?.url !== bad.url);
  const { kept_file_ids: copies } = await world.db
    .selectFrom('report_case')
    .select('kept_file_ids')
    .where('id', '=', Number(caseId))
    .executeTakeFirstOrThrow();
  const url = `/api/files/${copies[0]}/photo.jpg`;
  expect((await readCase()).photos).toEqual([{ url, thumbUrl: url }]);
  await decide(caseId);
  expect([await list(), await open(reader), await open(support.user)]).toEqual([[kept.id], 404, 200]);
  expect((await fetch(`${world.url}/pictures/${bad.id}.jpg`)).status).toBe(410);
  await putBack(poster, caseId);
  expect([await list(), await open(reader)]).toEqual([[kept.id, bad.id], 200]);
  // The copy stays when the author deletes the photo, and is for staff alone.
  await world.db
    .deleteFrom('file')
    .where('id', '=', bad.url.split('/')[3] ?? '')
    .execute();
  const { photos } = await readCase();
  const status = async (user: TestUser) =>
    (await fetch(`${world.url}${photos[0]?.url}`, { headers: { authorization: `Bearer ${user.token}` } }))
      .status;
  expect([photos.length, await status(support.user), await status(poster)]).toEqual([1, 200, 404]);
});

test('a review leaves the page and the average of the worker, and counts again on appeal', async () => {
  const [poster, worker, reader] = [await world.user(), await world.user(), await world.user()];
  await worker.done(setPublicPage, { isPublic: 'yes', photoIds: [] });
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await payOut({ poster, worker }, at);
  await poster.done(leaveRating, {
    aboutId: String(worker.id),
    points: '1',
    jobId: String(contract.jobId),
    comment: 'Lives at 4 Hill Road',
  });
  await endReviewTime(world, contract.jobId);
  const read = async () => {
    const { rating, ratings, reviews } = await world.guest.done(publicWorker, {
      workerId: String(worker.id),
    });
    return { rating, ratings, texts: reviews.map(({ text }) => text), id: reviews[0]?.id };
  };
  const shown = await read();
  expect(shown).toMatchObject({ rating: 1, ratings: 1, texts: ['Lives at 4 Hill Road'] });
  const caseId = await report(reader, 'review', String(shown.id));
  await decide(caseId);
  expect(await read()).toEqual({ rating: null, ratings: 0, texts: [], id: undefined });
  await putBack(poster, caseId);
  expect(await read()).toEqual(shown);
});

test('with a suspension takes the account too, not that of FWS’s own people, and appeals restore both', async () => {
  const [poster, reader] = [await world.user(), await world.user()];
  const job = await post(world, poster);
  const caseId = await report(reader, 'job', String(job.id));
  await decide(caseId, 'suspend');
  const readUser = () => support.user.done(adminUser, { userId: String(poster.id) });
  expect(await readUser()).toMatchObject({ suspendedReason: 'A number' });
  const suspended = await logInAgain(poster);
  expect((await suspended.done(takedownList, {})).items.map(({ id }) => String(id))).toEqual([caseId]);
  await putBack(suspended, caseId);
  expect((await readUser()).suspendedAt).toBeNull();
  expect((await reader.done(jobDetail, { jobId: String(job.id) })).state).toBe('open');

  const staffJob = await post(world, colleague.user);
  const staffCase = await report(reader, 'job', String(staffJob.id));
  expect(
    await support.user.call(adminReportDecide, {
      reportCaseId: staffCase,
      decision: 'suspend',
      reason: 'other',
      words: 'No',
    }),
  ).toMatchObject({ httpStatus: 409, message: 'People of FWS are dismissed first' });
  expect((await reader.done(jobDetail, { jobId: String(staffJob.id) })).state).toBe('open');
});

test('an appeal does not end a suspension for something else', async () => {
  const [before, since, reader] = [await world.user(), await world.user(), await world.user()];
  const suspend = (user: TestUser, reason: string) =>
    support.user.done(adminUserSuspend, { userId: String(user.id), reason });
  const reportJob = async (user: TestUser) => report(reader, 'job', String((await post(world, user)).id));
  const cases = [await reportJob(before), await reportJob(since)] as const;
  await suspend(before, 'Another account of theirs');
  await decide(cases[0], 'suspend');
  await decide(cases[1], 'suspend');
  await support.user.done(adminUserRestore, { userId: String(since.id), reason: 'On the phone' });
  await suspend(since, 'Money outside FWS');
  await putBack(await logInAgain(before), cases[0]);
  await putBack(await logInAgain(since), cases[1]);
  const readReason = async ({ id }: TestUser) =>
    (await support.user.done(adminUser, { userId: String(id) })).suspendedReason;
  expect([await readReason(before), await readReason(since)]).toEqual([
    'Another account of theirs',
    'Money outside FWS',
  ]);
});

test('a case shows what changed since, earlier decisions, linked accounts, and counts linked reporters once', async () => {
  const { deps, close } = composeDeps(readConfig(world.config), { log: silentLog });
  const people = await Promise.all(Array.from({ length: 4 }, () => world.user()));
  const [poster, twin, first, second] = people as [TestUser, TestUser, TestUser, TestUser];
  const share = (value: string, ...users: TestUser[]) =>
    inTx(world.db, async (tx) => {
      for (const user of users) await recordSignal(deps, tx, { userId: user.id, kind: 'device', value });
    });
  await share('poster', poster, twin);
  await share('reporters', first, second);
  const earlier = await post(world, poster);
  await decide(await report(first, 'job', String(earlier.id)));
  const job = await post(world, poster, { values: { title: 'Old title' } });
  const caseId = await report(first, 'job', String(job.id));
  await report(second, 'job', String(job.id));
  await world.db.updateTable('job').set({ title: 'New title' }).where('id', '=', job.id).execute();
  const found = await colleague.user.done(adminReport, { reportCaseId: caseId });
  await close();
  expect(found.now?.[0]).toEqual({ name: 'title', text: 'New title' });
  expect(found.snapshot[0]).toEqual({ name: 'title', text: 'Old title' });
  expect(found.reports.map(({ counts }) => counts)).toEqual([true, false]);
  expect(found.author).toMatchObject({
    id: poster.id,
    takenDown: 1,
    linked: [{ id: twin.id, name: `${twin.firstName} Kumar`, suspended: false }],
  });
  expect(found.author.name).toBe(`${poster.firstName} Kumar`);
});
