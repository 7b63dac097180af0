import { expect, test } from 'vitest';
import { awardedJob, requestChange } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { setUpSides } from '../../../../test/sides.ts';
import {
  award,
  fund,
  readFundState,
  sendFundStep,
  getMilestoneAt,
  sendWorkStep,
} from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';
import { startServer } from '../../../main.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { getBalance, toWalletAccount } from '../../ledger/index.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
setUpSides((fixture) => ({ world, poster, worker } = fixture));

/** A funded milestone whose worker requested payment. */
async function createPaymentRequest(options: { inPerson?: boolean } = {}): Promise<Contract> {
  const contract = await award(world, { poster, worker }, { rupees: '1500', term: 'completion' });
  const category = await world.db
    .selectFrom('category')
    .select('id')
    .where('in_person', '=', options.inPerson ?? false)
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('job')
    .set({ category_id: category.id })
    .where('id', '=', contract.jobId)
    .execute();
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    expect((await sendWorkStep(worker, at, step)).status).toBe(200);
  return contract;
}
const watch = () => inTx(world.db, (tx) => enqueue(tx, 'watch_releases', {}));
/** As if the worker had requested payment so many days ago. */
async function passDays(contract: Contract, days: number): Promise<void> {
  await world.db
    .updateTable('milestone')
    .set({ payment_requested_at: new Date(world.clock.now().getTime() - days * DAY_MS) })
    .where('job_id', '=', contract.jobId)
    .execute();
  await watch();
  await world.drain();
}
const listNotifications = async (user: TestUser, type: string, contract: Contract) => {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select('values')
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .where('path', 'like', `%/${contract.jobId}`)
    .execute();
};
async function readMilestone(contract: Contract) {
  const { milestones } = await poster.done(awardedJob, { jobId: String(contract.jobId) });
  const [milestone] = milestones;
  if (!milestone) throw new Error('a contract without milestones');
  return milestone;
}
const readState = (contract: Contract) => readFundState(world, getMilestoneAt(contract));
const buildChangeRequest = (contract: Contract, comment = 'The left door does not close') => ({
  jobId: String(contract.jobId),
  milestoneId: String(getMilestoneAt(contract).milestoneId),
  comment,
});

test('reminds the poster once on day 12 and releases automatically on day 14', async () => {
  const contract = await createPaymentRequest();
  const { releasesAt, changedAt } = await readMilestone(contract);
  expect((Date.parse(releasesAt ?? '') - Date.parse(changedAt ?? '')) / DAY_MS).toBe(14);
  // Messages name the time at which the timer releases.
  expect(await listNotifications(poster, 'payment_requested', contract)).toMatchObject([
    { values: { time: releasesAt } },
  ]);
  await passDays(contract, 11.99);
  expect(await listNotifications(poster, 'release_reminder', contract)).toEqual([]);
  await passDays(contract, 12.01);
  const { releasesAt: announcedTime } = await readMilestone(contract);
  await watch();
  await passDays(contract, 13.99);
  expect(await listNotifications(poster, 'release_reminder', contract)).toMatchObject([
    { values: { amount: '₹1,500', worker: 'Asha Kumar', time: announcedTime } },
  ]);
  expect(await readState(contract)).toBe('funded');
  const before = await getBalance(world.db, toWalletAccount(worker.id));
  await passDays(contract, 14.01);
  expect(await readState(contract)).toBe('released');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(before + 1_500_00);
  expect(await listNotifications(poster, 'released_by_itself', contract)).toHaveLength(1);
  expect(await listNotifications(worker, 'payment_released', contract)).toHaveLength(1);
  await Promise.all([watch(), watch()]);
  await world.drain();
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(before + 1_500_00);
});

test('releases in-person work after three days, with a reminder after two', async () => {
  const contract = await createPaymentRequest({ inPerson: true });
  await passDays(contract, 2.01);
  const { releasesAt } = await readMilestone(contract);
  expect(await listNotifications(poster, 'release_reminder', contract)).toMatchObject([
    { values: { time: releasesAt } },
  ]);
  expect(await readState(contract)).toBe('funded');
  await passDays(contract, 3.01);
  expect(await readState(contract)).toBe('released');
});

test('also releases accepted work that the poster did not release', async () => {
  const contract = await createPaymentRequest();
  expect((await sendFundStep(poster, getMilestoneAt(contract), 'accepted')).status).toBe(200);
  await passDays(contract, 14.01);
  expect(await readState(contract)).toBe('released');
});

test('releases nothing automatically under a hold', async () => {
  const contract = await createPaymentRequest();
  const setHold = (on_hold: boolean) =>
    world.db.updateTable('milestone').set({ on_hold }).where('job_id', '=', contract.jobId).execute();
  await setHold(true);
  await passDays(contract, 30);
  expect(await readState(contract)).toBe('funded');
  expect(await listNotifications(poster, 'release_reminder', contract)).toEqual([]);
  const [milestone] = (await poster.done(awardedJob, { jobId: String(contract.jobId) })).milestones;
  expect(milestone?.releasesAt).toBeNull();
  // A release task queued before the hold checks again.
  await inTx(world.db, (tx) =>
    enqueue(tx, 'auto_release', { milestoneId: getMilestoneAt(contract).milestoneId }),
  );
  await world.drain();
  expect(await readState(contract)).toBe('funded');
  await setHold(false);
  await passDays(contract, 14.01);
  expect(await readState(contract)).toBe('released');
});

test('releases once when the clock advances and two servers check at the same time', async () => {
  const contract = await createPaymentRequest();
  world.clock.advance(14 * DAY_MS + 60_000);
  const late = await startServer({
    ...world.config,
    port: 0,
    ports: { clock: world.clock },
    log: silentLog,
    worker: true,
  });
  await Promise.all([watch(), watch()]);
  await world.drain();
  await late.close();
  expect(await readState(contract)).toBe('released');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(1_500_00);
});

test('a change request sends the work back, stops the deadline, and the next request restarts it', async () => {
  const contract = await createPaymentRequest();
  const at = getMilestoneAt(contract);
  const [before] = (await poster.done(awardedJob, { jobId: String(contract.jobId) })).milestones;
  expect(before?.askChange).toEqual({ allowed: true });
  const answer = await poster.done(requestChange, buildChangeRequest(contract));
  expect(answer.milestones[0]).toMatchObject({
    work: 'started',
    fund: 'funded',
    comment: 'The left door does not close',
    releasesAt: null,
    askChange: null,
  });
  const [workerView] = (await worker.done(awardedJob, { jobId: String(contract.jobId) })).milestones;
  expect(workerView).toMatchObject({ comment: 'The left door does not close', next: { step: 'completed' } });
  expect(await listNotifications(worker, 'change_requested', contract)).toMatchObject([
    { values: { comment: 'The left door does not close' } },
  ]);
  // A release task queued before the change request checks again.
  await inTx(world.db, (tx) => enqueue(tx, 'auto_release', { milestoneId: at.milestoneId }));
  await watch();
  await world.drain();
  expect(await readState(contract)).toBe('funded');

  for (const step of ['completed', 'payment_requested'] as const)
    expect((await sendWorkStep(worker, at, step)).status).toBe(200);
  expect(await listNotifications(poster, 'payment_requested', contract)).toHaveLength(2);
  await watch();
  await world.drain();
  expect(await readState(contract)).toBe('funded');
  await passDays(contract, 14.01);
  expect(await readState(contract)).toBe('released');
});

test('lets only the poster request a change, of finished and unaccepted work, with a comment', async () => {
  const contract = await createPaymentRequest();
  const stranger = await world.user();
  for (const user of [worker, stranger])
    expect((await user.call(requestChange, buildChangeRequest(contract))).httpStatus).toBe(404);
  expect((await world.guest.call(requestChange, buildChangeRequest(contract))).httpStatus).toBe(401);
  expect((await poster.call(requestChange, buildChangeRequest(contract, ' '))).errors).toEqual({
    comment: 'Please say what should be different',
  });
  expect(
    (await poster.call(requestChange, { ...buildChangeRequest(contract), milestoneId: '1e9' })).httpStatus,
  ).toBe(422);
  const other = await createPaymentRequest();
  const mixed = { ...buildChangeRequest(contract), milestoneId: String(getMilestoneAt(other).milestoneId) };
  expect((await poster.call(requestChange, mixed)).httpStatus).toBe(404);

  await sendFundStep(poster, getMilestoneAt(contract), 'accepted');
  expect(await poster.call(requestChange, buildChangeRequest(contract))).toMatchObject({
    httpStatus: 409,
    message: 'This work was accepted already',
  });
  const twice = await Promise.all([
    poster.call(requestChange, buildChangeRequest(other)),
    poster.call(requestChange, buildChangeRequest(other)),
  ]);
  expect(twice.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('applies exactly one of a change request and an automatic release at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const contract = await createPaymentRequest();
    await world.db
      .updateTable('milestone')
      .set({ payment_requested_at: new Date(world.clock.now().getTime() - 15 * DAY_MS) })
      .where('job_id', '=', contract.jobId)
      .execute();
    const [, response] = await Promise.all([
      watch(),
      poster.call(requestChange, buildChangeRequest(contract)),
    ]);
    await world.drain();
    expect(await readState(contract)).toBe(response.httpStatus === 200 ? 'funded' : 'released');
  }
});
