import { allInvariants } from '../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../server/src/domains/ledger/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { enqueue } from '../../server/src/platform/jobs/index.ts';
import { upiAccount, withdraw } from '../../server/test/payouts.ts';
import { attempt, award, fundStateOf, fundStep, milestoneAt, workStep } from '../../server/test/story.ts';
import { waitFor } from '../../server/test/wait.ts';
import { startWorld, type World } from '../../server/test/world.ts';
import { cancelJob } from '@fws/contract/contracts/calls';
import { randomFrom } from '../support/numbers.ts';
import { startProxy, type Cut } from './proxy.ts';

export interface NetworkRun {
  stories: number;
  cutBefore: number;
  cutAfter: number;
  late: number;
  unresolved: number;
  duplicateTransfers: number;
  duplicateRefunds: number;
  violations: string[];
}

const AT_ONCE = 3;
const HOUR_MS = 3600_000;
const ENDS_WITHIN_MS = 240_000;
const CUTS: readonly Cut[] = ['before', 'after', 'late', null, null, null];

/** Stories paid in, out and back while the line to the provider is cut at every place. */
export async function runNetwork(seed: number, stories: number): Promise<NetworkRun> {
  const random = randomFrom(seed);
  let isWhole = true;
  const proxy = await startProxy(() => (isWhole ? null : (CUTS[Math.floor(random() * CUTS.length)] ?? null)));
  const world = await startWorld({
    env: {
      CASHFREE_PG_URL: `${proxy.url}/pg`,
      CASHFREE_PAYOUT_URL: `${proxy.url}/payout`,
    },
  });
  proxy.target = world.sandboxUrl;
  try {
    const poster = await world.user({ firstName: 'Meera' });
    const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
    const account = await upiAccount(worker, 'imran@upi');
    isWhole = false;
    const run: NetworkRun = {
      stories,
      cutBefore: 0,
      cutAfter: 0,
      late: 0,
      unresolved: 0,
      duplicateTransfers: 0,
      duplicateRefunds: 0,
      violations: [],
    };
    const people = { poster, worker };
    let begun = 0;
    const client = async () => {
      while (begun < stories) {
        const serial = begun++;
        await tell(world, people, account.id, serial);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await hurry(world, async () => (await unresolved(world)).length === 0);
    await judge(run, world);
    Object.assign(run, { cutBefore: proxy.cuts.before, cutAfter: proxy.cuts.after, late: proxy.cuts.late });
    return run;
  } finally {
    await world.close();
    await proxy.close();
  }
}

/** Every third is cancelled and paid back; the others are released and withdrawn. */
async function tell(
  world: World,
  people: Parameters<typeof award>[1],
  accountId: number,
  serial: number,
): Promise<void> {
  const { poster, worker } = people;
  const rupees = String(200 + serial);
  const at = milestoneAt(await award(world, people, { rupees, term: 'completion' }));
  const opened = await fundStep(poster, at, 'funded');
  const orderId = String(opened['order_id']);
  let isPaid = false;
  await waitFor(
    'the milestone to be funded',
    async () => {
      // Refused until the provider knows the order.
      if (!isPaid) isPaid = (await attempt(world, orderId, 'SUCCESS')).ok;
      await runWaiting(world);
      return (await fundStateOf(world, at)) === 'funded';
    },
    ENDS_WITHIN_MS,
  );
  if (serial % 3 === 2) {
    await poster.done(cancelJob, { jobId: String(at.jobId), comment: 'Not needed', refundPaise: '' });
    return;
  }
  for (const step of ['started', 'completed'] as const) await workStep(worker, at, step);
  for (const step of ['accepted', 'released'] as const) await fundStep(poster, at, step);
  await withdraw(worker, accountId, rupees);
}

/** What waits for a later hour is done now: whatever is open is asked about again. */
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

async function hurry(world: World, isSo: () => Promise<boolean>): Promise<void> {
  world.clock.advance(HOUR_MS);
  const end = Date.now() + ENDS_WITHIN_MS;
  while (!(await isSo()) && Date.now() < end) await runWaiting(world);
}

const unresolved = (world: World) =>
  world.db
    .selectFrom('withdrawal')
    .select('id as what')
    .where('state', '<>', 'paid')
    .unionAll(
      world.db.selectFrom('refund').select('milestone_id as what').where('state', '<>', 'succeeded') as never,
    )
    .execute();

async function judge(run: NetworkRun, world: World): Promise<void> {
  run.unresolved = (await unresolved(world)).length;
  const headers = { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2025-01-01' };
  const at = async (path: string): Promise<unknown> =>
    (await fetch(`${world.sandboxUrl}${path}`, { headers })).json();
  // The provider keeps one transfer an id: a second one for the same money would be another id.
  const withdrawals = await world.db
    .selectFrom('withdrawal')
    .select(['transfer_id', 'amount_paise'])
    .execute();
  const amounts = new Set(withdrawals.map((one) => one.amount_paise));
  run.duplicateTransfers = withdrawals.length - amounts.size;
  for (const { transfer_id: id, amount_paise: paise } of withdrawals) {
    const transfer = (await at(`/payout/transfers?transfer_id=${id}`)) as { transfer_amount?: number };
    if (Math.round((transfer.transfer_amount ?? 0) * 100) !== paise)
      run.violations.push(`transfer ${id} of ${paise} paise is ${JSON.stringify(transfer)} at the provider`);
  }
  for (const { order_id: orderId } of await world.db.selectFrom('refund').select('order_id').execute()) {
    const refunds = (await at(`/pg/orders/${orderId}/refunds`)) as { refund_status: string }[];
    const succeeded = Array.isArray(refunds)
      ? refunds.filter((one) => one.refund_status === 'SUCCESS').length
      : 1;
    if (succeeded > 1) run.duplicateRefunds += 1;
  }
  const { unresolved: left, duplicateTransfers, duplicateRefunds } = run;
  if (left + duplicateTransfers + duplicateRefunds > 0)
    run.violations.push(JSON.stringify({ left, duplicateTransfers, duplicateRefunds }));
  for (const { invariant, rows } of await verifyLedger(world.db, allInvariants))
    run.violations.push(`invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(rows)}`);
}
