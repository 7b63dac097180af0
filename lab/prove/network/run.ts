import { allInvariants } from '../../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../../server/src/domains/ledger/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { enqueue } from '../../../server/src/platform/queue/index.ts';
import { createUpiAccount, withdraw } from '../../../server/test/payouts.ts';
import {
  simulatePayment,
  award,
  readFundState,
  getOpenedOrder,
  sendFundStep,
  getMilestoneAt,
  sendWorkStep,
} from '../../../server/test/story.ts';
import { waitFor } from '../../../server/test/wait.ts';
import type { TestUser } from '../../../server/test/user.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { cancelJob } from '@fws/contract/contracts/calls';
import { createRandom } from '../support/numbers.ts';
import { cashfreeProvider, razorpayProvider, type Desk } from './fake-providers.ts';
import { startProxy, type Cut } from './proxy.ts';

export interface NetworkRun {
  stories: number;
  cutBefore: number;
  cutAfter: number;
  late: number;
  unresolved: number;
  duplicateTransfers: number;
  duplicateRefunds: number;
  /** Payout accounts that were usable at once although no bank had confirmed the owner's name. */
  uncheckedAccounts: number;
  violations: string[];
}

const AT_ONCE = 3;
const HOUR_MS = 3600_000;
const ENDS_WITHIN_MS = 240_000;
const CUTS: readonly Cut[] = ['before', 'after', 'late', null, null, null];

/**
 * Runs stories with payments, payouts and refunds while calls to the provider are cut; half of them with each provider.
 * Once `signal` is aborted, no story starts any more.
 */
export async function runNetwork(
  seed: number,
  stories: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<NetworkRun> {
  const run: NetworkRun = {
    stories: 0,
    cutBefore: 0,
    cutAfter: 0,
    late: 0,
    unresolved: 0,
    duplicateTransfers: 0,
    duplicateRefunds: 0,
    uncheckedAccounts: 0,
    violations: [],
  };
  const random = createRandom(seed);
  const halves = [
    [cashfreeProvider, Math.ceil(stories / 2)],
    [razorpayProvider, Math.floor(stories / 2)],
  ] as const;
  for (const [desk, count] of halves)
    if (!signal.aborted) await runStories(run, desk, random, { count, signal });
  return run;
}

/** Runs the stories of one provider on their own product. */
async function runStories(
  run: NetworkRun,
  desk: Desk,
  random: () => number,
  { count, signal }: { count: number; signal: AbortSignal },
): Promise<void> {
  let isConnected = true;
  const proxy = await startProxy(() =>
    isConnected ? null : (CUTS[Math.floor(random() * CUTS.length)] ?? null),
  );
  const world = await startWorld({ env: desk.buildEnv(proxy.url) });
  proxy.target = world.sandboxUrl;
  try {
    const poster = await world.user({ firstName: 'Meera' });
    const workers: TestUser[] = [];
    for (let serial = 0; serial < count; serial++)
      workers.push(await world.user({ firstName: 'Imran', identity: 'verified' }));
    isConnected = false;
    const runClient = async () => {
      for (let worker = workers.pop(); worker && !signal.aborted; worker = workers.pop()) {
        run.stories += 1;
        await runStory(world, { poster, worker }, { run, serial: workers.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runClient));
    await runUntil(world, async () => (await listUnresolved(world)).length === 0);
    await judge(run, world, desk);
    run.cutBefore += proxy.cuts.before;
    run.cutAfter += proxy.cuts.after;
    run.late += proxy.cuts.late;
  } finally {
    await world.close();
    await proxy.close();
  }
}

/** Every third job is cancelled and refunded; the others are released and withdrawn. */
async function runStory(
  world: World,
  people: Parameters<typeof award>[1],
  { run, serial }: { run: NetworkRun; serial: number },
): Promise<void> {
  const { poster, worker } = people;
  const rupees = String(200 + serial);
  const at = getMilestoneAt(await award(world, people, { rupees, term: 'completion' }));
  const opened = await sendFundStep(poster, at, 'funded');
  const orderId = getOpenedOrder(opened);
  let isPaid = false;
  await waitFor(
    'the milestone to be funded',
    async () => {
      // Refused until the provider knows the order.
      if (!isPaid) isPaid = (await simulatePayment(world, orderId, 'SUCCESS')).ok;
      await runWaiting(world);
      return (await readFundState(world, at)) === 'funded';
    },
    ENDS_WITHIN_MS,
  );
  if (serial % 3 === 2) {
    await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Not needed', refundText: '' });
    return;
  }
  for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, at, step);
  for (const step of ['accepted', 'released'] as const) await sendFundStep(poster, at, step);
  // Every other story also adds somebody else's account. The check of its owner's name may be cut or not.
  const otherAccounts = serial % 2 === 0 ? [await createUpiAccount(worker, `other@upi${serial}`)] : [];
  const ownAccount = await createUpiAccount(worker, `imran${serial}@upi`);
  for (const account of [...otherAccounts, ownAccount])
    if (account.usableFrom === null && (await mustWait(world, worker, account.id)))
      run.uncheckedAccounts += 1;
  // An account whose name check was cut waits a day. End that wait now.
  await world.db
    .updateTable('payout_account')
    .set({ usable_from: world.clock.now() })
    .where('id', '=', ownAccount.id)
    .execute();
  await withdraw(worker, ownAccount.id, rupees);
}

/** An account must wait unless its bank returned the worker's own name. */
async function mustWait(world: World, worker: TestUser, accountId: number): Promise<boolean> {
  const { name_at_bank: name } = await world.db
    .selectFrom('payout_account')
    .select('name_at_bank')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return !name.toUpperCase().startsWith(worker.firstName.toUpperCase());
}

/** Checks every open order, refund and withdrawal now instead of at a later hour. */
async function runWaiting(world: World): Promise<void> {
  const orders = await world.db
    .selectFrom('escrow_order')
    .select(['id', 'state'])
    .where('state', 'in', ['created', 'active'])
    .execute();
  const refunds = await world.db.selectFrom('refund').select('id').where('state', '=', 'pending').execute();
  const withdrawals = await world.db
    .selectFrom('withdrawal')
    .select('id')
    .where('state', 'in', ['requested', 'processing'])
    .execute();
  await inTx(world.db, async (tx) => {
    for (const { id, state } of orders) {
      const task = state === 'created' ? 'register_order' : 'check_order';
      await enqueue(
        tx,
        task,
        { orderId: id },
        { key: `${task === 'check_order' ? 'check' : 'register'}:${id}` },
      );
    }
    for (const { id } of refunds)
      await enqueue(tx, 'check_refund', { refundId: id, round: 0 }, { key: `refund:${id}` });
    for (const { id } of withdrawals)
      await enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { key: `withdrawal:${id}` });
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
}

async function runUntil(world: World, isDone: () => Promise<boolean>): Promise<void> {
  world.clock.advance(HOUR_MS);
  const end = Date.now() + ENDS_WITHIN_MS;
  while (!(await isDone()) && Date.now() < end) await runWaiting(world);
}

const listUnresolved = (world: World) =>
  world.db
    .selectFrom('withdrawal')
    .select('id as what')
    .where('state', '<>', 'paid')
    .unionAll(
      world.db.selectFrom('refund').select('milestone_id as what').where('state', '<>', 'succeeded') as never,
    )
    .execute();

async function judge(run: NetworkRun, world: World, desk: Desk): Promise<void> {
  const unresolvedCount = (await listUnresolved(world)).length;
  run.unresolved += unresolvedCount;
  const withdrawals = await world.db
    .selectFrom('withdrawal')
    .select(['transfer_id', 'amount_paise'])
    .execute();
  for (const { transfer_id: id, amount_paise: paise } of withdrawals) {
    const sentPaise = await desk.listTransferPaise(world.sandboxUrl, id);
    if (sentPaise.length > 1) run.duplicateTransfers += 1;
    if (sentPaise.length !== 1 || sentPaise[0] !== paise)
      run.violations.push(`transfer ${id} of ${paise} paise is ${JSON.stringify(sentPaise)} at the provider`);
  }
  const refunds = await world.db.selectFrom('refund').select(['order_id', 'payment_id']).execute();
  for (const { order_id: orderId, payment_id: paymentId } of refunds)
    if ((await desk.countRefunds(world.sandboxUrl, orderId, paymentId ?? '')) !== 1)
      run.duplicateRefunds += 1;
  const { duplicateRefunds, uncheckedAccounts } = run;
  if (unresolvedCount + duplicateRefunds + uncheckedAccounts > 0)
    run.violations.push(JSON.stringify({ left: unresolvedCount, duplicateRefunds, uncheckedAccounts }));
  for (const { invariant, rows } of await verifyLedger(world.db, allInvariants))
    run.violations.push(`invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(rows)}`);
}
