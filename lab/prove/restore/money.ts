import {
  createBankAccount,
  waitForWithdrawal,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../server/test/payouts.ts';
import {
  simulatePayment,
  award,
  earn,
  fund,
  readFundState,
  getMilestoneAt,
  openOrder,
} from '../../../server/test/story.ts';
import type { TestUser } from '../../../server/test/user.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { World } from '../../../server/test/world.ts';
import type { Cluster } from './cluster.ts';
import type { Files } from './files.ts';

const WHOLE_JOB = { rupees: '500', term: 'milestone', rows: [['All of it', '500']] } as const;

/** Money that moved before and after the backup, with the ids that the restored books must learn. */
export interface MovedMoney {
  imran: Person;
  asha: Person;
  /** Created before the backup and paid after it. */
  knownOrder: string;
  knownMilestone: { jobId: number; milestoneId: number };
  /** Created and paid after it. */
  newOrder: string;
  newMilestone: { jobId: number; milestoneId: number };
  /** Paid out after it. */
  newTransfer: string;
  /** Of a job that was posted, awarded and paid for after it. */
  lostOrder: string;
}

interface Person {
  user: TestUser;
  accountId: number;
}

async function createWorker(world: World, firstName: string): Promise<Person> {
  const user = await world.user({ firstName, identity: 'verified' });
  return { user, accountId: (await createBankAccount(user, '50100417700123')).id };
}

async function payOut(world: World, { user, accountId }: Person, rupees: string): Promise<string> {
  const id = parseWithdrawalId(await withdraw(user, accountId, rupees));
  await waitForWithdrawal(world, id, 'paid');
  return (await readWithdrawalRow(world, id)).transfer_id;
}

/** Moves money before a backup of the database and the files, and after it. */
export async function moveMoney(
  world: World,
  cluster: Cluster,
  files: Files,
): Promise<{ moved: MovedMoney; backupAt: Date }> {
  const poster = await world.user({ firstName: 'Meera' });
  const [imran, asha] = [await createWorker(world, 'Imran'), await createWorker(world, 'Asha')];
  await cluster.runPgBackRest('backup', '--type=full');
  for (const { user } of [imran, asha]) await earn(world, { poster, worker: user }, '500');
  await payOut(world, imran, '200');
  const orderedMilestone = getMilestoneAt(await award(world, { poster, worker: imran.user }, WHOLE_JOB));
  const unorderedMilestone = getMilestoneAt(await award(world, { poster, worker: imran.user }, WHOLE_JOB));
  const knownOrder = await openOrder(poster, orderedMilestone);
  await files.uploadBefore(poster);
  await cluster.runPgBackRest('backup', '--type=incr');
  const backupAt = await cluster.now();
  // Copy the files after the database backup, which must not name a file that the copy lacks.
  await files.copy();

  // Everything from here on is lost with the server.
  await simulatePayment(world, knownOrder, 'SUCCESS');
  const newOrder = await openOrder(poster, unorderedMilestone);
  await simulatePayment(world, newOrder, 'SUCCESS');
  for (const at of [orderedMilestone, unorderedMilestone])
    await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
  const newTransfer = await payOut(world, asha, '500');
  const lost = getMilestoneAt(await award(world, { poster, worker: imran.user }, WHOLE_JOB));
  const lostOrder = await fund(world, poster, lost);
  await files.uploadLate(poster);
  await files.copy();
  await cluster.archiveAll();
  const moved: MovedMoney = {
    imran,
    asha,
    knownOrder,
    newOrder,
    newTransfer,
    lostOrder,
    knownMilestone: orderedMilestone,
    newMilestone: unorderedMilestone,
  };
  return { moved, backupAt };
}

export async function countPayments(world: World): Promise<number> {
  const payments = await world.db.selectFrom('payment').select('payment_id').execute();
  return payments.length;
}
