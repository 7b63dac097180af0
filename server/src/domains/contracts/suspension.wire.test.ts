import { adminUserRestore, adminUserSuspend } from '@fws/contract/admin/users/calls';
import { awardedJob, cancelJob, exploreMyJobs, requestChange } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { notifications } from '@fws/contract/notifications/calls';
import { today } from '@fws/contract/today/calls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import {
  award,
  fund,
  getMilestoneAt,
  readFundState,
  sendFundStep,
  sendWorkStep,
} from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { getBalance, toWalletAccount } from '../ledger/index.ts';

const DAY_MS = 86_400_000;

let world: World;
let support: TestAdmin;
let poster: TestUser;
let worker: TestUser;
let contract: Contract;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  // New ones for each test, because the clock moves.
  support = await createAdmin(world, 'support');
  poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  worker = await world.user({ firstName: 'Asha', lastName: 'Patil' });
  contract = await award(
    world,
    { poster, worker },
    { rupees: '3000', term: 'milestone', rows: [['Walls', '1000'], ['Doors', '1000'], ['Roof', '1000']] }, // prettier-ignore
  );
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const command = (user: TestUser) => ({ userId: String(user.id), reason: 'Asked for a fee' });
const suspend = (user: TestUser) => support.user.done(adminUserSuspend, command(user));
const restore = (user: TestUser) => support.user.done(adminUserRestore, command(user));
const read = (reader: TestUser) => reader.done(awardedJob, { jobId: String(contract.jobId) });
const milestone = (position: number) => getMilestoneAt(contract, position);
const listNotices = async (user: TestUser, type: string) =>
  (await user.done(notifications, {})).items.filter((item) => item.type === type).map(({ text }) => text);
const doWork = async (
  position: number,
  steps: readonly ('started' | 'completed' | 'payment_requested')[],
) => {
  for (const step of steps)
    expect((await sendWorkStep(worker, milestone(position), step)).status, step).toBe(200);
};

test('a suspended poster’s worker goes on, and is paid by the release clock', async () => {
  await fund(world, poster, milestone(1));
  await suspend(poster);
  const seen = await read(worker);
  expect([seen.suspended, ...seen.milestones.map(({ whileSuspended }) => whileSuspended)]).toEqual([
    'poster',
    'contracts.suspended_poster_untouched',
    'contracts.suspended_poster_unfunded',
    'contracts.suspended_poster_unfunded',
  ]);
  expect((await worker.done(exploreMyJobs, { scope: 'all', filter: 'all' })).items[0]?.suspended).toBe(
    'poster',
  );
  await world.drain();
  expect(await listNotices(worker, 'party_suspended')).toEqual([
    'The account of Meera Joshi is suspended. Paint a flat goes on: see what you can do',
  ]);

  await doWork(1, ['started', 'completed', 'payment_requested']);
  expect((await read(worker)).milestones[0]).toMatchObject({
    whileSuspended: 'contracts.suspended_poster_requested',
    next: null,
  });
  world.clock.advance(14 * DAY_MS);
  await inTx(world.db, (tx) => enqueue(tx, 'watch_releases', {}));
  await world.drain();
  expect(await readFundState(world, milestone(1))).toBe('released');
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(1000_00);
});

test('untouched money of a suspended poster goes back without a charge, unless the worker starts or the poster returns', async () => {
  for (const position of [1, 2]) await fund(world, poster, milestone(position));
  await doWork(1, ['started']);
  await suspend(poster);
  const { suspended_at: suspendedAt } = await world.db
    .selectFrom('user_account')
    .select('suspended_at')
    .where('id', '=', poster.id)
    .executeTakeFirstOrThrow();
  const returnUntouched = (since: Date | null) =>
    inTx(world.db, (tx) =>
      enqueue(tx, 'return_untouched', { posterId: poster.id, suspendedAt: since?.toISOString() ?? '' }),
    );
  const readStates = () =>
    Promise.all([1, 2, 3].map((position) => readFundState(world, milestone(position))));

  // That of an earlier suspension, from which the poster came back.
  await returnUntouched(new Date(0));
  await world.drain();
  expect(await readStates()).toEqual(['funded', 'funded', 'unfunded']);
  // The worker cannot begin the second part before the first is done.
  await returnUntouched(suspendedAt);
  await world.drain();
  expect(await readStates()).toEqual(['funded', 'funded', 'unfunded']);
  await doWork(1, ['completed']);
  await returnUntouched(suspendedAt);
  await world.drain();
  await waitFor('the refund to be sent', async () => (await readStates())[1] === 'refunded');
  expect(await readStates()).toEqual(['funded', 'refunded', 'unfunded']);
  const refund = await world.db
    .selectFrom('refund')
    .select('amount_paise')
    .where('milestone_id', '=', milestone(2).milestoneId)
    .executeTakeFirst();
  expect(refund).toEqual({ amount_paise: 1000_00 });

  await restore(poster);
  await world.drain();
  expect(await listNotices(worker, 'party_restored')).toEqual([
    'Meera Joshi can use FWS again. Paint a flat goes on as before',
  ]);
  expect((await read(worker)).suspended).toBeNull();
});

test('a suspended worker’s finished work is asked for by itself, and can be released or disputed but not sent back', async () => {
  await fund(world, poster, milestone(1));
  await doWork(1, ['started', 'completed']);
  await suspend(worker);
  await world.drain();
  const seen = await read(poster);
  expect([seen.suspended, ...seen.milestones.map(({ whileSuspended }) => whileSuspended)]).toEqual([
    'worker',
    'contracts.suspended_worker_completed',
    'contracts.suspended_worker_unfunded',
    'contracts.suspended_worker_unfunded',
  ]);
  expect(seen.milestones[0]).toMatchObject({
    work: 'payment_requested',
    askChange: { allowed: false, reason: 'contracts.worker_suspended' },
  });
  expect(seen.milestones[0]?.releasesAt).not.toBeNull();
  const ids = { jobId: String(contract.jobId), milestoneId: String(milestone(1).milestoneId) };
  expect(await poster.call(requestChange, { ...ids, comment: 'Once more' })).toMatchObject({
    httpStatus: 409,
    message: 'The worker’s account is suspended. They cannot go on with this job at present',
  });
  for (const step of ['accepted', 'released'] as const)
    expect((await sendFundStep(poster, milestone(1), step)).status).toBe(200);
  expect(await getBalance(world.db, toWalletAccount(worker.id))).toBe(1000_00);
});

test('nobody pays for more work of a suspended worker, and nobody is asked to', async () => {
  await suspend(worker);
  expect(await sendFundStep(poster, milestone(1), 'funded')).toMatchObject({
    httpStatus: 409,
    message: 'The worker’s account is suspended. They cannot go on with this job at present',
  });
  expect((await read(poster)).milestones[0]?.next).toEqual({
    step: 'funded',
    ability: { allowed: false, reason: 'contracts.worker_suspended' },
  });
  expect((await poster.done(today, {})).items.map(({ kind }) => kind)).not.toContain('funded');
  await restore(worker);
  await fund(world, poster, milestone(1));
  expect(await readFundState(world, milestone(1))).toBe('funded');
});

test('a poster cancels without a charge when the worker is suspended', async () => {
  await fund(world, poster, milestone(1));
  expect((await read(poster)).cancel.plan).toMatchObject({ refundPaise: 980_00, chargePaise: 20_00 });
  await suspend(worker);
  expect((await read(poster)).cancel.plan).toMatchObject({ refundPaise: 1000_00, chargePaise: 0 });
  expect(
    await poster.call(cancelJob, {
      jobId: String(contract.jobId),
      comment: 'They are suspended',
      refundText: '1000',
    }),
  ).toMatchObject({ httpStatus: 200 });
  await waitFor('the refund', async () => (await readFundState(world, milestone(1))) === 'refunded');
});
