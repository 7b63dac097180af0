import { adminReportDecide } from '@fws/contract/admin/reports/calls';
import { exploreJobs, jobDetail, myContracts } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { saveSearch } from '@fws/contract/search/calls';
import { contractRequests, myQuotes } from '@fws/contract/quotes/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

const HOUR_MS = 3600_000;
const FRAUD = { title: 'Data entry at home', description: 'Pay a registration fee of ₹499 first' };

const SEARCH = { search: 'data entry', location: '', categoryId: '', frequency: 'at_once' } as const;

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

/** The task runs every five minutes. */
async function pass(hours: number): Promise<void> {
  world.clock.advance(hours * HOUR_MS);
  await inTx(world.db, (tx) => enqueue(tx, 'end_waits', {}));
}

const isListed = async (reader: TestUser, jobId: number) =>
  (await reader.done(exploreJobs, { search: '', location: '', categoryId: '', sort: 'latest' })).items.some(
    ({ id }) => id === jobId,
  );
const readHold = async (poster: TestUser, jobId: number) =>
  (await poster.done(jobDetail, { jobId: String(jobId) })).heldBack;
const readUntil = async (poster: TestUser, jobId: number) => (await readHold(poster, jobId))?.until ?? null;
const findCaseId = async (subjectId: number) =>
  String(
    (
      await world.db
        .selectFrom('report_case')
        .select('id')
        .where('subject_id', '=', String(subjectId))
        .executeTakeFirstOrThrow()
    ).id,
  );

test('a first job that looks like a known fraud is shown after twelve hours if nobody looks', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  await worker.done(saveSearch, SEARCH);
  const job = await post(world, poster, { values: FRAUD });
  const until = new Date(world.clock.now().getTime() + 12 * HOUR_MS).toISOString();
  await waitFor('the case', async () => (await readUntil(poster, job.id)) === until);
  expect(await readHold(poster, job.id)).toEqual({ reason: 'waiting', takedownId: null, until });
  expect((await poster.done(myContracts, {})).items.map(({ id }) => id)).toContain(job.id);
  expect(await isListed(worker, job.id)).toBe(false);
  expect((await worker.call(jobDetail, { jobId: String(job.id) })).httpStatus).toBe(404);
  expect((await worker.done(notifications, {})).items).toEqual([]);
  // A second one waits as well: the first was never shown.
  const second = await post(world, poster, { values: FRAUD });
  await waitFor('its case', async () => (await readUntil(poster, second.id)) !== null);

  await pass(12);
  await waitFor('it to be shown', () => isListed(worker, job.id));
  expect(await readHold(poster, job.id)).toBeNull();
  await waitFor('the owner of a saved search to be told', async () =>
    (await worker.done(notifications, {})).items.some(({ path }) => path === `/job/${job.id}`),
  );
  await waitFor('the notice', async () =>
    (await poster.done(notifications, {})).items.some(({ type }) => type === 'post_shown'),
  );
  // From now on this poster's jobs are shown at once.
  const third = await post(world, poster, { values: FRAUD });
  expect(await readHold(poster, third.id)).toBeNull();
});

test('a person lets a waiting job pass, or takes it down', async () => {
  const support = await createAdmin(world, 'support');
  const [poster, other, worker] = [await world.user(), await world.user(), await world.user()];
  const [good, bad] = [
    await post(world, poster, { values: FRAUD }),
    await post(world, other, { values: FRAUD }),
  ];
  for (const [by, job] of [
    [poster, good],
    [other, bad],
  ] as const)
    await waitFor('the case', async () => (await readUntil(by, job.id)) !== null);
  const decide = async (jobId: number, decision: 'leave' | 'take_down') =>
    support.user.done(adminReportDecide, {
      reportCaseId: await findCaseId(jobId),
      decision,
      reason: 'money_first',
      words: decision === 'leave' ? '' : 'Nobody pays to get work',
    });
  await decide(good.id, 'leave');
  await decide(bad.id, 'take_down');
  await waitFor('it to be shown', () => isListed(worker, good.id));
  expect(await readHold(poster, good.id)).toBeNull();
  expect(await readHold(other, bad.id)).toEqual({
    reason: 'taken_down',
    takedownId: Number(await findCaseId(bad.id)),
    until: null,
  });
  await pass(13);
  const later = await post(world, worker);
  await waitFor('other jobs', () => isListed(poster, later.id));
  expect(await isListed(worker, bad.id)).toBe(false);
});

test('a first quote with such words reaches the poster when it is shown, and is announced then', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const job = await post(world, poster);
  const sent = await quote(worker, job.id, { workScope: 'Pay my security deposit by UPI before I come' });
  expect(sent).toMatchObject({ state: 'withheld', heldBack: { reason: 'waiting' } });
  const listed = async () =>
    (await poster.done(contractRequests, { jobId: String(job.id) })).items.map(({ id }) => id);
  const isTold = async () =>
    (await poster.done(notifications, {})).items.some(({ type }) => type === 'quote_received');
  await waitFor('the case', async () => (await myQuote(worker)).heldBack?.until != null);
  expect([await listed(), await isTold()]).toEqual([[], false]);
  await pass(12);
  await waitFor('it to be announced', isTold);
  expect(await listed()).toEqual([sent.id]);
  expect((await poster.done(jobDetail, { jobId: String(job.id) })).quotesReceived).toBe(1);
});

async function myQuote(worker: TestUser) {
  const [own] = (await worker.done(myQuotes, {})).items;
  if (!own) throw new Error('the quote is gone');
  return own;
}
