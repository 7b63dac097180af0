import { expect, test } from 'vitest';
import { awardedJob, requestChange } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { withdrawIssue } from '@fws/contract/disputes/calls';
import { raiseIssue, toIssueId } from '../../../../test/disputes/issues.ts';
import { setUpSides } from '../../../../test/sides.ts';
import { award, fund, getMilestoneAt, readFundState, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { BY_PROVIDER } from '../../../platform/transition.ts';
import { holdMilestone, resumeMilestone } from '../../escrow/holds/service.ts';
import { lockMilestoneContext } from '../../escrow/index.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let poster: TestUser;
let worker: TestUser;
setUpSides((fixture) => ({ world, poster, worker } = fixture));

/** Work that is not done in person, of which the worker has started the only milestone. */
async function createFundedContract(): Promise<Contract> {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  const remote = world.db.selectFrom('category').select('id').where('in_person', '=', false).limit(1);
  await world.db.updateTable('job').set({ category_id: remote }).where('id', '=', contract.jobId).execute();
  await fund(world, poster, getMilestoneAt(contract));
  expect((await sendWorkStep(worker, getMilestoneAt(contract), 'started')).status).toBe(200);
  return contract;
}
async function requestPayment(contract: Contract): Promise<void> {
  for (const step of ['completed', 'payment_requested'] as const)
    expect((await sendWorkStep(worker, getMilestoneAt(contract), step)).status).toBe(200);
}
async function createPaymentRequest(): Promise<Contract> {
  const contract = await createFundedContract();
  await requestPayment(contract);
  return contract;
}
/** As if the clock of the payment request had begun so many days earlier. Users' sessions stay as they are. */
const passDays = (contract: Contract, days: number) =>
  world.db
    .updateTable('milestone')
    .set((eb) => ({
      payment_requested_at: eb.fn<Date>('date_subtract', [
        'payment_requested_at',
        eb.val(`${days * 24} hours`),
      ]),
    }))
    .where('job_id', '=', contract.jobId)
    .execute();
async function watch(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'watch_releases', {}));
  await world.drain();
}
const askChange = (contract: Contract) =>
  poster.call(requestChange, {
    jobId: String(contract.jobId),
    milestoneId: String(getMilestoneAt(contract).milestoneId),
    comment: 'The left door does not close',
  });
/** As if the hold had begun so many days earlier. Time under a hold does not count. */
async function passHeldDays(contract: Contract, days: number): Promise<void> {
  await passDays(contract, days);
  await watch();
  expect(await readState(contract)).toBe('funded');
}
/** A bank holds the money and then gives it back. */
async function holdForChargeback(contract: Contract): Promise<void> {
  const at = { jobId: contract.jobId, milestoneId: getMilestoneAt(contract).milestoneId };
  const cause = { by: BY_PROVIDER, at: world.clock.now() };
  await inTx(world.db, async (tx) => {
    const locked = await lockMilestoneContext(tx, at);
    if (!locked) throw new Error('no milestone');
    await holdMilestone(tx, locked.milestone, cause);
  });
  await inTx(world.db, async (tx) => {
    const locked = await lockMilestoneContext(tx, at);
    if (!locked) throw new Error('no milestone');
    await resumeMilestone(tx, locked.milestone, cause);
  });
}
const listReminders = async (contract: Contract): Promise<number> => {
  const reminders = await world.db
    .selectFrom('notification')
    .select('id')
    .where('user_id', '=', poster.id)
    .where('type', '=', 'release_reminder')
    .where('path', 'like', `%/${contract.jobId}`)
    .execute();
  return reminders.length;
};
async function readMilestone(contract: Contract, reader = poster) {
  const [milestone] = (await reader.done(awardedJob, { jobId: String(contract.jobId) })).milestones;
  if (!milestone) throw new Error('a contract without milestones');
  return milestone;
}
/** Days until the money is released by itself, as both sides see it. */
async function readDaysLeft(contract: Contract): Promise<number> {
  const [seenByPoster, seenByWorker] = [await readMilestone(contract), await readMilestone(contract, worker)];
  expect(seenByWorker.releasesAt).toBe(seenByPoster.releasesAt);
  return (Date.parse(seenByPoster.releasesAt ?? '') - world.clock.now().getTime()) / DAY_MS;
}
const readState = (contract: Contract) => readFundState(world, getMilestoneAt(contract));
test('refuses a third change request and names what else the poster can do', async () => {
  const contract = await createPaymentRequest();
  expect(await readMilestone(contract)).toMatchObject({ changesLeft: 2, askChange: { allowed: true } });
  for (const changesLeft of [1, 0]) {
    expect((await askChange(contract)).httpStatus).toBe(200);
    expect(await readMilestone(contract)).toMatchObject({ work: 'started', changesLeft });
    await requestPayment(contract);
  }
  expect(await readMilestone(contract)).toMatchObject({
    changesLeft: 0,
    askChange: { allowed: false, reason: 'contracts.changes_used_up' },
  });
  for (let count = 0; count < 4; count++)
    expect(await askChange(contract)).toMatchObject({
      httpStatus: 409,
      message:
        'You have asked for changes twice. Please release the money, or raise an issue: FWS can divide it',
    });
  expect(await readMilestone(contract)).toMatchObject({ work: 'payment_requested' });
});

test('gives a new period after the first change request only; after the second the time left goes on', async () => {
  const contract = await createPaymentRequest();
  await passDays(contract, 10);
  await askChange(contract);
  expect(await readMilestone(contract)).toMatchObject({ releasesAt: null });
  await requestPayment(contract);
  expect(await readDaysLeft(contract)).toBeCloseTo(14, 2);

  await passDays(contract, 5);
  await askChange(contract);
  await requestPayment(contract);
  expect(await readDaysLeft(contract)).toBeCloseTo(9, 2);
  await passDays(contract, 8.99);
  await watch();
  expect(await readState(contract)).toBe('funded');
  await passDays(contract, 0.02);
  await watch();
  expect(await readState(contract)).toBe('released');
});

test('gives the poster at least 48 hours after each payment request, however little was left', async () => {
  const contract = await createPaymentRequest();
  await askChange(contract);
  await requestPayment(contract);
  await passDays(contract, 13.9);
  await watch();
  expect(await listReminders(contract)).toBe(1);
  await askChange(contract);
  // The worker asks at once, without work.
  await requestPayment(contract);
  expect(await readDaysLeft(contract)).toBeCloseTo(2, 2);
  await watch();
  expect(await listReminders(contract)).toBe(1);
  await passDays(contract, 1.4);
  await watch();
  expect(await listReminders(contract)).toBe(2);
  await passDays(contract, 0.59);
  await watch();
  expect(await readState(contract)).toBe('funded');
  await passDays(contract, 0.02);
  await watch();
  expect(await readState(contract)).toBe('released');
});

test('counts a change request before payment was requested, which leaves the whole period', async () => {
  const contract = await createFundedContract();
  for (const changesLeft of [1, 0]) {
    expect((await sendWorkStep(worker, getMilestoneAt(contract), 'completed')).status).toBe(200);
    expect((await askChange(contract)).httpStatus).toBe(200);
    expect(await readMilestone(contract)).toMatchObject({ work: 'started', changesLeft });
  }
  await requestPayment(contract);
  expect(await readDaysLeft(contract)).toBeCloseTo(14, 2);
  expect((await askChange(contract)).httpStatus).toBe(409);
});

test('goes on with the time left when an issue is withdrawn, by either side', async () => {
  const contract = await createPaymentRequest();
  let daysLeft = 14;
  for (const [user, days] of [
    [poster, 5],
    [worker, 4],
  ] as const) {
    await passDays(contract, days);
    daysLeft -= days;
    const issue = await raiseIssue(user, contract.jobId);
    expect(await readMilestone(contract)).toMatchObject({ onHold: true, releasesAt: null });
    await passHeldDays(contract, 6);
    await user.done(withdrawIssue, toIssueId(issue.id));
    expect(await readDaysLeft(contract)).toBeCloseTo(daysLeft, 2);
  }
  await passDays(contract, daysLeft + 0.01);
  await watch();
  expect(await readState(contract)).toBe('released');
});

test('gives the poster at least 48 hours after a hold, but not without end', async () => {
  const contract = await createPaymentRequest();
  await passDays(contract, 13.9);
  const hoursLeft: number[] = [];
  for (let count = 0; count < 6; count++) {
    await holdForChargeback(contract);
    if ((await readMilestone(contract)).releasesAt === null) throw new Error('the hold did not end');
    hoursLeft.push(Math.abs(Math.round((await readDaysLeft(contract)) * 24)));
    await passDays(contract, 2);
  }
  // Four times 48 hours; the first kept the 2.4 hours that were left.
  expect(hoursLeft).toEqual([48, 48, 48, 48, 2, 0]);
  await watch();
  expect(await readState(contract)).toBe('released');
});

test('the database refuses a third change request and negative times, whatever writes them', async () => {
  const contract = await createPaymentRequest();
  for (const columns of [{ change_requests: 3 }, { wait_left_ms: -1 }, { wait_added_ms: -1 }])
    await expect(
      world.db.updateTable('milestone').set(columns).where('job_id', '=', contract.jobId).execute(),
    ).rejects.toThrow('milestone_wait');
});

test('gives the whole period to requests of the former version, which wrote none', async () => {
  const contract = await createPaymentRequest();
  await passDays(contract, 13.9);
  await world.db
    .updateTable('milestone')
    .set({ wait_left_ms: null })
    .where('job_id', '=', contract.jobId)
    .execute();
  expect(await readDaysLeft(contract)).toBeCloseTo(0.1, 2);
  await watch();
  expect(await readDaysLeft(contract)).toBeCloseTo(0.1, 2);
  expect(await listReminders(contract)).toBe(1);
  await passDays(contract, 0.11);
  await watch();
  expect(await readState(contract)).toBe('released');
});
