import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { addUpiAccount, wallet, withdrawRequest } from '@fws/contract/payouts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/index.ts';
import { openOwnerDb } from '../database.ts';
import { expectSoundLedger } from '../ledger/sound-ledger.ts';
import { forkServer, killNow } from './server-process.ts';
import { award, earn, fund, sendFundStep, getMilestoneAt, sendWorkStep, type MilestoneAt } from '../story.ts';
import type { TestUser, WireAnswer } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

const PARTS = 5;
const CONTRACTS = 5;
const RELEASES = PARTS * CONTRACTS;
const WITHDRAWALS = 25;
const PART_PAISE = 200_00;
const WITHDRAWAL_PAISE = 100_00;
const EARNED_PAISE = 5_000_00;
const AHEAD_MS = 120_000;

let world: World;
let poster: TestUser;
let worker: TestUser;

beforeAll(async () => {
  world = await startWorld({ env: { WORKER_HEARTBEAT_MS: '500' } });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
}, 60_000);
afterAll(() => world.close());

/**
 * A transfer whose webhook was lost is checked again seconds later by the server's clock, which is ahead of the queue's:
 * the queue would run that check two minutes late.
 */
const moveTasksToQueueTime = (owner: Db) =>
  sql`UPDATE graphile_worker._private_jobs SET run_at = run_at - ${AHEAD_MS} * interval '1 millisecond'
    WHERE locked_at IS NULL AND run_at BETWEEN now() + interval '2 minutes' AND now() + interval '4 minutes'`.execute(
    owner,
  );

/** Prepares the contract's milestones one after another, because only the next one can be started. */
async function prepareReleases(contract: Contract): Promise<MilestoneAt[]> {
  const ready: MilestoneAt[] = [];
  for (const { position } of contract.milestones) ready.push(await prepareRelease(contract, position));
  return ready;
}

/** Funds, completes and accepts the milestone: everything before the release. */
async function prepareRelease(contract: Contract, position: number): Promise<MilestoneAt> {
  const at = getMilestoneAt(contract, position);
  await fund(world, poster, at);
  for (const step of ['started', 'completed'] as const)
    expect((await sendWorkStep(worker, at, step)).status).toBe(200);
  expect((await sendFundStep(poster, at, 'accepted')).status).toBe(200);
  return at;
}

test(
  'loses and repeats nothing when the server is killed during fifty releases and withdrawals',
  { timeout: 300_000 },
  async () => {
    await earn(world, { poster, worker }, String(EARNED_PAISE / 100));
    const rows = Array.from(
      { length: PARTS },
      (_, index) => [`Part ${index + 1}`, String(PART_PAISE / 100)] as const,
    );
    const bid = { rupees: String((PARTS * PART_PAISE) / 100), term: 'milestone', rows } as const;
    const contracts = await Promise.all(
      Array.from({ length: CONTRACTS }, () => award(world, { poster, worker }, bid)),
    );
    const readyMilestones = (await Promise.all(contracts.map(prepareReleases))).flat();
    const account = await worker.done(addUpiAccount, { upiId: 'imran@upi', address: '' });
    await world.drain();
    await world.stopServer();

    type Command = () => Promise<WireAnswer>;
    const releases = readyMilestones.map((at): Command => {
      const headers = { 'idempotency-key': randomUUID() };
      return () => sendFundStep(poster, at, 'released', { headers });
    });
    const withdrawals = Array.from({ length: WITHDRAWALS }, (): Command => {
      const headers = { 'idempotency-key': randomUUID() };
      const values = { amountText: toRupees(WITHDRAWAL_PAISE), accountId: String(account.id), otp: '' };
      return () => worker.call(withdrawRequest, values, { headers });
    });
    const commands = releases.flatMap((release, index) => [release, withdrawals[index] ?? release]);

    const firstServer = await forkServer(world.config);
    const acknowledged = new Set<Command>();
    let killed: Promise<void> | undefined;
    await Promise.all(
      commands.map(async (command) => {
        const answer = await command().catch(() => null);
        if (answer?.status === 200) acknowledged.add(command);
        if (acknowledged.size >= 12) killed ??= killNow(firstServer);
      }),
    );
    await killed;
    expect(acknowledged.size).toBeGreaterThanOrEqual(12);
    expect(acknowledged.size, 'killed before all were done').toBeLessThan(commands.length);

    // Two minutes later, no transfer can still be in progress.
    const secondServer = await forkServer(world.config, { aheadMs: AHEAD_MS });
    const owner = openOwnerDb(world.ownerUrl);
    try {
      // Acknowledged commands are stored, before any client retries.
      const released = await world.db
        .selectFrom('milestone')
        .select('id')
        .where('fund_state', '=', 'released')
        .execute();
      const requested = await world.db.selectFrom('withdrawal').select('id').execute();
      expect(released.length - 1).toBeGreaterThanOrEqual(
        releases.filter((command) => acknowledged.has(command)).length,
      );
      expect(requested.length).toBeGreaterThanOrEqual(
        withdrawals.filter((command) => acknowledged.has(command)).length,
      );

      // Every client retries with its idempotency key.
      const answers = await Promise.all(commands.map((command) => command()));
      expect(answers.map((answer) => answer.status)).toEqual(commands.map(() => 200));
      await waitFor(
        'every withdrawal to be paid',
        async () => {
          await moveTasksToQueueTime(owner);
          const unpaid = await world.db
            .selectFrom('withdrawal')
            .select('id')
            .where('state', '<>', 'paid')
            .execute();
          return unpaid.length === 0;
        },
        90_000, // a task that fails on a busy machine is retried after up to a minute
      );

      const { balancePaise } = await worker.done(wallet, {});
      expect(balancePaise).toBe(EARNED_PAISE + RELEASES * PART_PAISE - WITHDRAWALS * WITHDRAWAL_PAISE);
      expect(await world.db.selectFrom('withdrawal').select('id').execute()).toHaveLength(WITHDRAWALS);
      await expectSoundLedger(world.db);
    } finally {
      await owner.destroy();
      await killNow(secondServer);
    }
  },
);
