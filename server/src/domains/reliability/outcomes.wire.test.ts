import { adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import { moveWork } from '@fws/contract/contracts/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { contestOutcome, jobOutcome } from '@fws/contract/reliability/calls';
import { answerNoShow, arrived, claimNoShow, startVisit } from '@fws/contract/visits/calls';
import { afterEach, expect, test } from 'vitest';
import { createAdmin } from '../../../test/admin/admins.ts';
import { award, fund, getMilestoneAt, payOut, sendFundStep } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { setUpVisits } from '../visits/testing/visits.ts';
import { expectRecomputed } from './testing/recompute.ts';

// What visits and agreed days say of the two sides.

let world: World;
let poster: TestUser;
let worker: TestUser;
const tools = setUpVisits((fixture) => ({ world, poster, worker } = fixture));
afterEach(() => expectRecomputed(world));

const read = async (by: TestUser, jobId: number) => {
  const answer = await by.call(jobOutcome, { jobId: String(jobId) });
  if (answer.httpStatus === 404) return 'none';
  const { outcome, reason } = answer.data as { outcome: string; reason: string };
  return `${outcome}: ${reason}`;
};
const readBoth = async (jobId: number) => [await read(poster, jobId), await read(worker, jobId)];

/** The worker was there in time; the poster was not. */
async function standBefore() {
  const agreed = await tools.agree();
  tools.goTo('16:06');
  await worker.done(arrived, { milestoneId: agreed.milestoneId });
  tools.goTo('16:25');
  await worker.done(claimNoShow, { milestoneId: agreed.milestoneId });
  return agreed;
}

test('a poster who was absent is at fault, also where the worker then gives up', async () => {
  const { jobId, milestoneId } = await standBefore();
  expect(await readBoth(jobId)).toEqual(['none', 'none']);
  await poster.done(answerNoShow, { milestoneId, answer: 'agree' });
  // The job goes on, so it is open for both what it will be.
  expect(await readBoth(jobId)).toEqual(['none', 'none']);
  expect((await tools.cancel(worker, jobId)).status).toBe(200);
  expect(await readBoth(jobId)).toEqual(['cancelled: absent', 'uncounted: other_side']);
  expect(await tools.listNotices(poster, 'held_at_fault')).toHaveLength(1);
  expect(await tools.listNotices(worker, 'held_at_fault')).toHaveLength(0);
});

test('a poster who was absent and later lets the work be done is late', async () => {
  const { jobId, milestoneId, contract } = await standBefore();
  await poster.done(answerNoShow, { milestoneId, answer: 'agree' });
  expect((await poster.call(contestOutcome, { jobId: String(jobId), text: 'Wait' })).httpStatus).toBe(404);
  await payOut({ poster, worker }, getMilestoneAt(contract, 2));
  expect(await readBoth(jobId)).toEqual(['late: absent', 'kept: done']);
  await poster.done(contestOutcome, { jobId: String(jobId), text: 'The lift was broken' });
});

test('an excused absence counts for nobody', async () => {
  const { jobId, milestoneId } = await standBefore();
  await poster.done(answerNoShow, { milestoneId, answer: 'excuse', excuse: 'illness' });
  expect(await readBoth(jobId)).toEqual(['none', 'none']);
  await tools.cancel(worker, jobId);
  expect(await readBoth(jobId)).toEqual(['uncounted: excused', 'uncounted: excused']);
});

test('a worker who agrees that they were absent is at fault, and with an excuse is not', async () => {
  const first = await tools.agree();
  const second = await tools.agree();
  tools.goTo('18:05');
  for (const { milestoneId } of [first, second]) await poster.done(claimNoShow, { milestoneId });
  await worker.done(answerNoShow, { milestoneId: first.milestoneId, answer: 'agree' });
  const excuse = { answer: 'excuse', excuse: 'safety' } as const;
  await worker.done(answerNoShow, { milestoneId: second.milestoneId, ...excuse });
  expect(await readBoth(first.jobId)).toEqual(['uncounted: other_side', 'cancelled: absent']);
  expect(await readBoth(second.jobId)).toEqual(['uncounted: excused', 'uncounted: excused']);
});

test('whom FWS finds to have been absent is at fault, also where the other side gives up', async () => {
  const settle = async (jobId: number, decision: 'release' | 'refund') => {
    const { id } = await world.db
      .selectFrom('dispute')
      .select('id')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow();
    const { user } = await createAdmin(world, 'admin');
    const values = {
      disputeId: String(id),
      decision,
      toWorker: '',
      waiveCharge: '',
      reason: 'The guard saw it',
    };
    await user.done(adminDisputeSettle, values);
    await world.drain();
  };
  const absent = await standBefore();
  await poster.done(answerNoShow, {
    milestoneId: absent.milestoneId,
    answer: 'contest',
    details: 'I was there',
  });
  await settle(absent.jobId, 'release');
  await tools.cancel(worker, absent.jobId);
  expect(await readBoth(absent.jobId)).toEqual(['cancelled: absent', 'uncounted: other_side']);
});

test('who cancels a visit with an excuse is not at fault, without one is', async () => {
  const [excused, own] = [await tools.agree(), await tools.agree()];
  await tools.cancel(worker, excused.jobId, '', 'illness');
  await tools.cancel(worker, own.jobId);
  expect(await readBoth(excused.jobId)).toEqual(['uncounted: excused', 'uncounted: excused']);
  expect(await readBoth(own.jobId)).toEqual(['uncounted: other_side', 'cancelled: cancelled']);
});

test('a poster who cancels after nobody came is not at fault', async () => {
  const { jobId } = await tools.agree();
  tools.goTo('18:05');
  await tools.cancel(poster, jobId);
  expect(await readBoth(jobId)).toEqual(['uncounted: no_arrival', 'uncounted: no_arrival']);
});

test('who certainly came late is late, though the work was done', async () => {
  const { jobId, milestoneId, contract } = await tools.agree('250', 2);
  tools.goTo('18:30');
  await worker.done(arrived, { milestoneId });
  await worker.done(startVisit, { milestoneId, code: await tools.sayCode(jobId) });
  const fee = getMilestoneAt(contract, 1);
  for (const step of ['completed', 'payment_requested'] as const)
    await worker.done(moveWork, { jobId: String(jobId), milestoneId: String(fee.milestoneId), step });
  for (const step of ['accepted', 'released'] as const)
    expect((await sendFundStep(poster, fee, step)).status).toBe(200);
  const rest = getMilestoneAt(contract, 2);
  await payOut({ poster, worker }, rest);
  expect(await readBoth(jobId)).toEqual(['kept: done', 'late: late_visit']);
});

test('work that is handed in after the agreed day is late', async () => {
  const judge = async (finishBy: string) => {
    const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'completion' });
    await world.db
      .updateTable('contract')
      .set({ finish_by: finishBy })
      .where('job_id', '=', contract.jobId)
      .execute();
    const at = getMilestoneAt(contract);
    await fund(world, poster, at);
    await payOut({ poster, worker }, at);
    return readBoth(contract.jobId);
  };
  const day = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 86_400_000));
  expect(await judge(day(0))).toEqual(['kept: done', 'kept: done']);
  expect(await judge(day(-2))).toEqual(['kept: done', 'late: late_work']);
});
