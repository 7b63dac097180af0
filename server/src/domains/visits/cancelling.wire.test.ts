import { expect, test } from 'vitest';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { openIssues, raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { answerNoShow, arrived, claimNoShow } from '@fws/contract/visits/calls';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { setUpVisits } from './testing/visits.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));

const readFunds = async (jobId: number) =>
  (await tools.readContract(jobId)).milestones.map(({ fund, onHold }) => (onHold ? `${fund}, held` : fund));

const readRefunds = (jobId: number) =>
  world.db
    .selectFrom('refund')
    .innerJoin('milestone', 'milestone.id', 'refund.milestone_id')
    .where('milestone.job_id', '=', jobId)
    .select(['milestone.amount_paise', 'refund.amount_paise as refunded'])
    .orderBy('milestone.position')
    .execute();

test.each([
  ['13:00', '2058', 'refund_pending', { side: 'poster', isAbsence: false, excuse: null }],
  ['13:01', '1813', 'released', { side: 'poster', isAbsence: true, excuse: null }],
  ['17:00', '1813', 'released', { side: 'poster', isAbsence: true, excuse: null }],
  ['18:01', '2058', 'refund_pending', null],
])('a poster who cancels at %s gets ₹%s back', async (time, refund, fee, cause) => {
  const { jobId } = await tools.agree();
  tools.goTo(time);
  const { cancel } = await tools.readContract(jobId);
  expect(cancel.plan).toMatchObject({ refundPaise: Number(refund) * 100 });
  expect((await tools.cancel(poster, jobId, refund)).status).toBe(200);
  expect(await readFunds(jobId)).toEqual([fee, 'refund_pending']);
  expect(await tools.read(jobId)).toMatchObject({ state: 'cancelled', cause });
});

test('a poster whose worker is suspended pays neither a fee nor a charge', async () => {
  const { jobId } = await tools.agree();
  tools.goTo('17:00');
  const suspended_at = world.clock.now();
  await world.db.updateTable('user_account').set({ suspended_at }).where('id', '=', worker.id).execute();
  expect((await tools.readContract(jobId)).cancel.plan).toMatchObject({ refundPaise: 2100_00 });
  expect((await tools.cancel(poster, jobId, '2100')).status).toBe(200);
  expect(await readFunds(jobId)).toEqual(['refund_pending', 'refund_pending']);
  await tools.runTimers();
  expect(await tools.read(jobId)).toMatchObject({ state: 'cancelled', cause: null });
});

test('a worker who cancels gives everything back without a charge', async () => {
  const { jobId } = await tools.agree();
  tools.goTo('15:00');
  expect((await tools.cancel(worker, jobId)).status).toBe(200);
  expect((await readRefunds(jobId)).map(({ refunded }) => refunded)).toEqual([250_00, 1850_00]);
  expect(await tools.read(jobId)).toMatchObject({
    state: 'cancelled',
    cause: { side: 'worker', isAbsence: true },
  });
});

test('says before what a visit adds to a cancellation, and whether it counts', async () => {
  const { jobId } = await tools.agree();
  const read = async (by: TestUser) => (await tools.readContract(jobId, by)).cancel.foreseen;
  expect(await read(poster)).toEqual({ counts: true, isAbsence: false, feePaise: 0 });
  expect(await read(worker)).toEqual({ counts: true, isAbsence: false, feePaise: 0 });
  tools.goTo('13:01');
  expect(await read(poster)).toEqual({ counts: true, isAbsence: true, feePaise: 250_00 });
  expect(await read(worker)).toEqual({ counts: true, isAbsence: true, feePaise: 0 });
  tools.goTo('18:01');
  expect(await read(poster)).toEqual({ counts: false, isAbsence: false, feePaise: 0 });
  expect(await read(worker)).toEqual({ counts: true, isAbsence: true, feePaise: 0 });
});

test.each(['illness', 'safety'] as const)('an excuse (%s) changes who is at fault alone', async (excuse) => {
  const { jobId } = await tools.agree();
  tools.goTo('15:00');
  expect((await tools.cancel(poster, jobId, '1813', excuse)).status).toBe(200);
  expect(await readFunds(jobId)).toEqual(['released', 'refund_pending']);
  expect((await tools.read(jobId)).cause).toEqual({ side: 'poster', isAbsence: true, excuse });
});

test('a worker who was hindered cancels as without a visit, and it does not count', async () => {
  const { jobId } = await tools.agree();
  tools.goTo('15:00');
  expect((await tools.cancel(worker, jobId, '', 'hindered')).status).toBe(200);
  expect(await readFunds(jobId)).toEqual(['refund_pending', 'refund_pending']);
  expect((await tools.read(jobId)).cause).toEqual({ side: 'worker', isAbsence: true, excuse: 'hindered' });
});

test('a poster who cancels late and blames the worker: a person decides about the fee', async () => {
  const { jobId, milestoneId } = await tools.agree();
  tools.goTo('16:30');
  await worker.done(arrived, { milestoneId });
  const cancelled = await tools.cancel(poster, jobId, '1813', 'hindered');
  expect(cancelled).toMatchObject({
    status: 200,
    data: {
      outcome: 'ending',
      plan: {
        refundPaise: 1813_00,
        releasePaise: 0,
        waitingPaise: 250_00,
        parts: [{ outcome: 'held' }, { outcome: 'refunded' }],
      },
    },
  });
  expect(await readFunds(jobId)).toEqual(['funded, held', 'refund_pending']);
  expect(await tools.read(jobId)).toMatchObject({ state: 'contested', cause: null });
  expect(await tools.readContract(jobId)).toMatchObject({ state: 'ending', cancel: { foreseen: null } });
  const dispute = await world.db
    .selectFrom('dispute')
    .select(['raised_by', 'origin', 'details'])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  expect(dispute).toEqual({ raised_by: worker.id, origin: 'visit', details: '' });
  expect(await world.db.selectFrom('dispute_comment').select(['user_id', 'body']).execute()).toContainEqual({
    user_id: poster.id,
    body: 'Not today',
  });
  for (const user of [poster, worker])
    expect(await tools.listNotices(user, 'visit_contested')).toHaveLength(1);
  // The same again changes nothing.
  expect((await tools.cancel(poster, jobId, '1813', 'hindered')).status).toBe(200);
});

/** The worker has come, and the poster disputes the fee. */
async function disputeFee() {
  const agreed = await tools.agree();
  const { jobId, milestoneId } = agreed;
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId });
  const issue = { issue: 'payment' as const, details: 'Too much' };
  await poster.done(raiseIssue, { jobId: String(jobId), ...issue, milestoneIds: milestoneId });
  return agreed;
}

/** And withdraws the dispute. */
async function freeFee(): Promise<void> {
  const [issue] = (await poster.done(openIssues, {})).items;
  await poster.done(withdrawIssue, { issueId: String(issue?.id) });
}

test('a fee that was held when the poster cancelled late is the worker’s as soon as it is free', async () => {
  const { jobId } = await disputeFee();
  expect((await tools.cancel(poster, jobId)).status).toBe(200);
  expect(await readFunds(jobId)).toEqual(['funded, held', 'refund_pending']);
  await freeFee();
  await inTx(world.db, (tx) => enqueue(tx, 'watch_endings', {}));
  await world.drain();
  expect((await readFunds(jobId))[0]).toBe('released');
});

test('a fee that was held when the poster agreed does not go back when they cancel later', async () => {
  const { jobId, milestoneId } = await disputeFee();
  await worker.done(claimNoShow, { milestoneId });
  await poster.done(answerNoShow, { milestoneId, answer: 'agree' });
  expect(await readFunds(jobId)).toEqual(['funded, held', 'funded']);
  await freeFee();
  expect(await readFunds(jobId)).toEqual(['funded', 'funded']);
  expect((await tools.cancel(poster, jobId)).status).toBe(200);
  expect(await readFunds(jobId)).toEqual(['released', 'refund_pending']);
});

test('an excuse that is none is refused', async () => {
  const { jobId } = await tools.agree();
  const cancel = { job_id: String(jobId), cancel_comment: 'Wet', excuse: 'rain' };
  expect((await poster.post('cancel_job', cancel)).errors).toHaveProperty('excuse');
});
