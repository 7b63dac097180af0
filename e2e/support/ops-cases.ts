import { cancelJob } from '../../contract/src/contracts/calls.ts';
import { recordProviderStatus, openCase } from '../../server/src/domains/ledger/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { enqueue } from '../../server/src/platform/queue/index.ts';
import {
  waitForWithdrawal,
  controlSandbox,
  createUpiAccount,
  withdraw,
  parseWithdrawalId,
} from '../../server/test/payouts.ts';
import { award, earn, fund, getMilestoneAt, payOut } from '../../server/test/story.ts';
import type { TestUser } from '../../server/test/user.ts';
import { waitFor } from '../../server/test/wait.ts';
import type { World } from '../../server/test/world.ts';

// Creates ops cases about money, for the journeys of admins.

/** The bank's next step, and the resulting state of the chargeback. */
export type ClaimStep = [name: string, becomes: 'open' | 'lost' | 'won', type?: string];

interface Sides {
  poster: TestUser;
  worker: TestUser;
  rupees: string;
}

const findOpenCase = (world: World, kind: string, subject: string) =>
  world.db
    .selectFrom('ops_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();

async function waitForOpsCase(world: World, kind: string, subject: string): Promise<number> {
  const find = () => findOpenCase(world, kind, subject);
  await waitFor(`${kind} ${subject}`, async () => (await find()) !== undefined);
  return (await find())?.id ?? 0;
}

/** A withdrawal that counts as paid, and that the provider then reports as failed. */
export async function createContradictedWithdrawal(world: World, sides: Sides): Promise<number> {
  const { worker, rupees } = sides;
  await earn(world, sides, rupees);
  const { id: accountId } = await createUpiAccount(worker, `${worker.firstName.toLowerCase()}@upi`);
  const id = parseWithdrawalId(await withdraw(worker, accountId, rupees));
  await waitForWithdrawal(world, id, 'paid');
  await world.drain();
  const now = world.clock.now();
  await inTx(world.db, async (tx) => {
    await recordProviderStatus(tx, `withdrawal:${id}`, { status: 'failed', note: 'account closed' }, now);
    const detail = `paid with us: the provider calls it failed`;
    const amountPaise = Number(rupees) * 100;
    await openCase(tx, { kind: 'withdrawal_contradicted', subject: String(id), amountPaise, detail }, now);
  });
  return waitForOpsCase(world, 'withdrawal_contradicted', String(id));
}

/** A chargeback before or after the release, followed by its further steps. */
export async function createChargeback(
  world: World,
  params: Sides & { released: boolean; steps: ClaimStep[]; ends: string },
): Promise<number> {
  const { poster, worker, rupees, released, steps, ends } = params;
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const orderId = await fund(world, poster, getMilestoneAt(contract));
  if (released) await payOut({ poster, worker }, getMilestoneAt(contract));
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await controlSandbox(world, `payments/${paymentId}/dispute`);
  const find = () =>
    world.db
      .selectFrom('chargeback')
      .select(['chargeback_id', 'state'])
      .where('order_id', '=', orderId)
      .executeTakeFirst();
  await waitFor('the chargeback', async () => (await find()) !== undefined);
  const id = (await find())?.chargeback_id ?? '';
  for (const [step, state, type] of steps) {
    await world.drain();
    await controlSandbox(world, `disputes/${id}`, type ? { step, type } : { step });
    await waitFor(`the chargeback to be ${state}`, async () => (await find())?.state === state);
  }
  return waitForOpsCase(world, ends, `cashfree:${id}`);
}

const TRIES = 6;
const headers = {
  'content-type': 'application/json',
  'x-api-version': '2025-01-01',
  'x-client-id': 'sandbox',
  'x-client-secret': 'sandbox',
};

/** Lets one try of a refund fail at the provider, and waits for it, because only one may be pending. */
async function refuseAtProvider(
  world: World,
  orderId: string,
  refund: { refund_amount: number; refund_id: string },
): Promise<void> {
  const url = `${world.sandboxUrl}/pg/orders/${orderId}/refunds`;
  const body = JSON.stringify({ ...refund, refund_note: 'FAILED' });
  await fetch(url, { method: 'POST', headers, body });
  await waitFor('the provider to refuse it', async () => {
    const answer = await fetch(`${url}/${refund.refund_id}`, { headers });
    return ((await answer.json()) as { refund_status?: string }).refund_status === 'FAILED';
  });
}

/** A refund whose every try the provider has refused in advance. */
export async function createRefusedRefund(world: World, { poster, worker, rupees }: Sides): Promise<number> {
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const at = getMilestoneAt(contract);
  const orderId = await fund(world, poster, at);
  const refundId = `ref_m${at.milestoneId}`;
  for (let attempt = 0; attempt < TRIES; attempt++)
    await refuseAtProvider(world, orderId, {
      refund_amount: (Number(rupees) * 98) / 100,
      refund_id: attempt === 0 ? refundId : `${refundId}-${attempt}`,
    });
  await poster.done(cancelJob, { jobId: String(contract.jobId), comment: 'Plans changed', refundText: '' });
  await waitFor('the refund to be given up on', async () => {
    await inTx(world.db, (tx) =>
      enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
    );
    await world.drain();
    return (await findOpenCase(world, 'refund_failed', refundId)) !== undefined;
  });
  return waitForOpsCase(world, 'refund_failed', refundId);
}
