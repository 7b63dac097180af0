import * as admin from '@fws/contract/admin/users/calls';
import { connect, shareJob, sharedJobs } from '@fws/contract/connections/calls';
import { exploreJobs, jobDetail, postJob, updateJob } from '@fws/contract/jobs/calls';
import {
  acceptQuote,
  contractRequests,
  myQuotes,
  quoteDetail,
  submitQuote,
} from '@fws/contract/quotes/calls';
import { saveJob, savedJobs } from '@fws/contract/search/calls';
import { publicJob, publicJobAddress, publicJobs } from '@fws/contract/site/calls';
import { today } from '@fws/contract/today/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { buildJobForm, post, quote } from '../../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { lockMayOffer } from '../../../platform/offers.ts';
import { suspendAccount } from '../suspension/service.ts';

// The clock stands still, so that nothing that a process keeps for a moment goes away by itself.

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const suspend = (user: TestUser) =>
  support.user.done(admin.adminUserSuspend, { userId: String(user.id), reason: 'Asked for a fee' });
const restore = (user: TestUser) =>
  support.user.done(admin.adminUserRestore, { userId: String(user.id), reason: 'It was a mistake' });

/** The session of an admin does not last for days. */
async function pass(days: number): Promise<void> {
  world.clock.advance(days * 86_400_000);
  support = await createAdmin(world, 'support');
}

const explore = async (reader: TestUser, search = '') =>
  (await reader.done(exploreJobs, { search, location: '', categoryId: '', sort: 'latest' })).items.map(
    ({ id }) => id,
  );
const listPublic = async () =>
  (await world.guest.done(publicJobs, { city: '', category: '' })).items.map(({ number }) => number);
const readSitemap = async () => (await fetch(`${world.url}/sitemaps/jobs-0.xml`)).text();

test('a suspended person’s jobs disappear everywhere and take no quotes, and come back with the person', async () => {
  const [poster, worker, friend] = [await world.user(), await world.user(), await world.user()];
  const job = await post(world, poster, { values: { title: 'Varnish the zither' } });
  const params = { jobId: String(job.id) };
  const own = await quote(worker, job.id);
  await friend.done(connect, { userId: String(worker.id) });
  await friend.done(shareJob, { ...params, friendId: String(worker.id) });
  await friend.done(saveJob, params);
  await waitFor('the search to know it', async () => (await explore(friend, 'zither')).includes(job.id));

  const readAll = async () => ({
    list: (await explore(friend)).includes(job.id),
    search: (await explore(friend, 'zither')).includes(job.id),
    saved: (await friend.done(savedJobs, {})).items.map((saved) => saved.jobId),
    shared: (await worker.done(sharedJobs, {})).items.map((shared) => shared.job.id),
    detail: (await friend.call(jobDetail, params)).message,
    ofQuoter: (await worker.call(jobDetail, params)).message,
    public: (await world.guest.done(publicJob, { number: job.number })).job?.id ?? null,
    publicList: (await listPublic()).includes(job.number),
    address: (await world.guest.call(publicJobAddress, params)).httpStatus,
    sitemap: (await readSitemap()).includes(`/j/${job.number}/`),
    picture: (await fetch(`${world.url}/og/${job.number}.en.jpg`)).status,
  });
  const detail = (await friend.call(jobDetail, params)).message;
  const offered = {
    list: true,
    search: true,
    saved: [job.id],
    shared: [job.id],
    detail,
    ofQuoter: detail,
    public: job.id,
    publicList: true,
    address: 200,
    sitemap: true,
    picture: 200,
  };
  expect(await readAll()).toEqual(offered);

  await suspend(poster);
  const notAvailable = 'This job is not available at present';
  const withheld = {
    list: false,
    search: false,
    saved: [],
    shared: [],
    detail: notAvailable,
    ofQuoter: notAvailable,
    public: null,
    publicList: false,
    address: 404,
    sitemap: false,
    picture: 410,
  };
  await waitFor('the pages that are kept to be forgotten', async () => !(await readAll()).list);
  expect(await readAll()).toEqual(withheld);
  expect(await friend.call(jobDetail, params)).toMatchObject({ httpStatus: 404 });
  expect(
    await friend.call(submitQuote, {
      ...params,
      bidText: '15000',
      term: 'terms',
      milestoneNames: [],
      milestoneAmountTexts: [],
      workScope: '',
    }),
  ).toMatchObject({ httpStatus: 409, message: notAvailable });
  const [shownQuote] = (await worker.done(myQuotes, {})).items;
  expect(shownQuote).toMatchObject({
    id: own.id,
    state: 'submitted',
    abilities: { edit: { allowed: false, reason: 'jobs.not_available' } },
  });
  expect((await friend.call(saveJob, params)).httpStatus).toBe(404);
  expect((await friend.call(shareJob, { ...params, friendId: String(worker.id) })).httpStatus).toBe(404);

  await restore(poster);
  await waitFor('it to be listed again', async () => (await readAll()).list && (await readAll()).search);
  expect(await readAll()).toEqual(offered);
  expect((await quote(friend, job.id)).state).toBe('submitted');
});

test('a suspended worker’s quotes disappear from the poster’s lists and cannot be accepted, and come back in time', async () => {
  const [poster, worker, other] = [await world.user(), await world.user(), await world.user()];
  const job = await post(world, poster);
  const ids = { jobId: String(job.id) };
  const theirs = await quote(worker, job.id);
  const kept = await quote(other, job.id);
  const accept = { ...ids, quoteId: String(theirs.id) };
  const readAll = async () => ({
    list: (await poster.done(contractRequests, ids)).items.map(({ id }) => id),
    count: (await poster.done(jobDetail, ids)).quotesReceived,
    detail: (await poster.call(quoteDetail, { quoteId: String(theirs.id) })).httpStatus,
  });
  expect(await readAll()).toEqual({ list: [theirs.id, kept.id], count: 2, detail: 200 });

  await suspend(worker);
  expect(await readAll()).toEqual({ list: [kept.id], count: 1, detail: 404 });
  expect((await poster.call(acceptQuote, accept)).httpStatus).toBe(409);
  const answer = (await poster.done(today, {})).items.find(({ kind }) => kind === 'answer_quotes');
  expect(answer).toMatchObject({ count: 1 });

  await restore(worker);
  expect(await readAll()).toEqual({ list: [theirs.id, kept.id], count: 2, detail: 200 });
  await poster.done(acceptQuote, accept);
});

test('drops a withheld quote that would have lapsed, whose job was awarded, or was changed', async () => {
  const [poster, worker, other] = [await world.user(), await world.user(), await world.user()];
  const [late, awarded, changed] = [
    await post(world, poster),
    await post(world, poster),
    await post(world, poster),
  ];
  for (const job of [late, awarded, changed]) await quote(worker, job.id);
  await suspend(worker);

  const { id } = await quote(other, awarded.id);
  await poster.done(acceptQuote, { jobId: String(awarded.id), quoteId: String(id) });
  const form = buildJobForm(world.clock.now(), { title: 'Paint a house' });
  await poster.done(updateJob, { ...form, jobId: String(changed.id) });
  await world.drain();
  const readStates = async () => {
    const rows = await world.db
      .selectFrom('quote')
      .select(['job_id', 'state'])
      .where('worker_id', '=', worker.id)
      .execute();
    const states = new Map(rows.map((row) => [row.job_id, row.state]));
    return [late, awarded, changed].map((job) => states.get(job.id));
  };
  expect(await readStates()).toEqual(['withheld', 'not_selected', 'cancelled']);
  await pass(8);
  await restore(worker);
  expect(await readStates()).toEqual(['cancelled', 'not_selected', 'cancelled']);
});

test('nothing is posted or quoted between the session’s check and a suspension', async () => {
  const poster = await world.user();
  const worker = await world.user();
  const open = await post(world, await world.user());
  const form = buildJobForm(world.clock.now());
  const cause = { by: { role: 'admin', userId: support.user.id }, at: world.clock.now() } as const;
  let answers: Promise<WireAnswer>[] = [];
  await inTx(world.db, async (tx) => {
    for (const { id } of [poster, worker]) await suspendAccount(tx, { userId: id, reason: 'x' }, cause);
    // Their sessions are valid until this transaction commits.
    answers = [
      poster.call(postJob, form),
      worker.call(submitQuote, {
        jobId: String(open.id),
        bidText: '15000',
        term: 'terms',
        milestoneNames: [],
        milestoneAmountTexts: [],
        workScope: '',
      }),
    ];
    await waitFor('both to wait for it', async () => {
      const { rows } = await sql<{ waiting: number }>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ 'FOR SHARE'`.execute(
        world.db,
      );
      return rows[0]?.waiting === 2;
    });
  });
  expect((await Promise.all(answers)).map(({ httpStatus }) => httpStatus)).toEqual([403, 403]);
  expect((await inTx(world.db, (tx) => lockMayOffer(tx, worker.id))).ok).toBe(false);
});

test('a job whose close date passed during the suspension is not offered again, and expires', async () => {
  const poster = await world.user();
  const job = await post(world, poster);
  await suspend(poster);
  await pass(21);
  await restore(poster);
  expect(await listPublic()).not.toContain(job.number);
  expect(await explore(support.user)).not.toContain(job.id);
  await inTx(world.db, (tx) => enqueue(tx, 'expire_jobs', {}));
  await world.drain();
  expect(await world.db.selectFrom('job').select('state').where('id', '=', job.id).execute()).toEqual([
    { state: 'expired' },
  ]);
});
