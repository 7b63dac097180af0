import { cancelJob } from '@fws/contract/contracts/calls';
import { inTx, type Db } from '../../src/platform/db/index.ts';
import { enqueue } from '../../src/platform/queue/index.ts';
import { copyDatabase, type TestDatabase } from '../database.ts';
import {
  createBankAccount,
  waitForWithdrawal,
  controlSandbox,
  withdraw,
  parseWithdrawalId,
} from '../payouts.ts';
import { simulatePayment, award, earn, fund, readFundState, getMilestoneAt, openOrder } from '../story.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

const SECOND_MS = 1000;

/** The books before and after a backup of them was restored. */
export interface RestoredBooks {
  world: World;
  /** The backup: the providers know more than it does. */
  restored: TestDatabase;
  since: Date;
  /** Opened before the backup and paid after it. */
  openBefore: string;
  paidAfter: string;
  refundedAfter: string;
  transferAfter: { id: number; transferId: string };
  close: () => Promise<void>;
}

/** Takes a backup, moves money in and out, and restores the backup. */
export async function startRestoredBooks(provider: string): Promise<RestoredBooks> {
  const world = await startWorld({ env: { PAYMENTS_PROVIDER: provider } });
  // As every night: stores the balance that later comparisons use.
  await inTx(world.db, (tx) => enqueue(tx, 'compare_books', {}));
  await waitFor('the books to be compared', () => isCompared(world.db));
  // One provider reports whole seconds, so an event in the current second would appear to be before `since`.
  const since = new Date(Math.ceil(Date.now() / SECOND_MS) * SECOND_MS);
  await waitFor('the next second', () => Date.now() >= since.getTime());
  const poster = await world.user();
  const worker = await world.user({ identity: 'verified' });
  await earn(world, { poster, worker }, '900');
  const accountId = (await createBankAccount(worker, '50100417700123')).id;
  const awardContract = async (rupees: string) =>
    award(world, { poster, worker: await world.user() }, { rupees, term: 'completion' });
  const payOut = async (rupees: string): Promise<number> => {
    const id = parseWithdrawalId(await withdraw(worker, accountId, rupees));
    await waitForWithdrawal(world, id, 'paid');
    return id;
  };
  await payOut('100');
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('a settlement', async () => (await countSettlements(world.db)) === 1);
  const open = getMilestoneAt(await awardContract('300'));
  const openBefore = await openOrder(poster, open);
  const toRefund = getMilestoneAt(await awardContract('400'));
  const refundedAfter = await fund(world, poster, toRefund);

  const restored = await copyDatabase(world.ownerUrl);

  const paidAfter = await fund(world, poster, getMilestoneAt(await awardContract('500')));
  await simulatePayment(world, openBefore, 'SUCCESS');
  await waitFor('the open order', async () => (await readFundState(world, open)) === 'funded');
  const jobId = String(toRefund.jobId);
  await poster.done(cancelJob, { jobId, comment: 'Plans changed', refundText: '' });
  await waitFor('the refund', async () => (await readFundState(world, toRefund)) === 'refunded');
  const id = await payOut('200');
  const { transfer_id: transferId } = await world.db
    .selectFrom('withdrawal')
    .select('transfer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('the second settlement', async () => (await countSettlements(world.db)) === 2);
  await world.drain();
  return {
    world,
    restored,
    since,
    openBefore,
    paidAfter,
    refundedAfter,
    transferAfter: { id, transferId },
    async close() {
      await restored.close();
      await world.close();
    },
  };
}

const countSettlements = async (db: Db): Promise<number> =>
  (await db.selectFrom('settlement').select('settlement_id').execute()).length;

async function isCompared(db: Db): Promise<boolean> {
  const runs = await db
    .selectFrom('books_run')
    .select('finished_at')
    .where('kind', '=', 'reconciliation')
    .execute();
  return runs.length > 0 && runs.every((run) => run.finished_at !== null);
}
