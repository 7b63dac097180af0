import { cancelJob } from '../../contract/src/contracts/calls.ts';
import { heard, openCase } from '../../server/src/domains/ledger/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { enqueue } from '../../server/src/platform/jobs/index.ts';
import { becomes, control, upiAccount, withdraw, withdrawalIdIn } from '../../server/test/payouts.ts';
import { award, earn, fund, milestoneAt, payOut } from '../../server/test/story.ts';
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

const openMatter = (world: World, kind: string, subject: string) =>
  world.db
    .selectFrom('needs_look')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();

async function matterOf(world: World, kind: string, subject: string): Promise<number> {
  const find = () => openMatter(world, kind, subject);
  await waitFor(`${kind} ${subject}`, async () => (await find()) !== undefined);
  return (await find())?.id ?? 0;
}

/** A withdrawal that counts as paid, and that the provider then reports as failed. */
export async function contradictedWithdrawal(world: World, sides: Sides): Promise<number> {
  const { worker, rupees } = sides;
  await earn(world, sides, rupees);
  const { id: accountId } = await upiAccount(worker, `${worker.firstName.toLowerCase()}@upi`);
  const id = withdrawalIdIn(await withdraw(worker, accountId, rupees));
  await becomes(world, id, 'paid');
  await world.drain();
  const now = world.clock.now();
  await inTx(world.db, async (tx) => {
    await heard(tx, `withdrawal:${id}`, { said: 'failed', note: 'account closed' }, now);
    const detail = `paid with us: the provider calls it failed`;
    const amountPaise = Number(rupees) * 100;
    await openCase(tx, { kind: 'withdrawal_contradicted', subject: String(id), amountPaise, detail }, now);
  });
  return matterOf(world, 'withdrawal_contradicted', String(id));
}

/** A chargeback before or after the release, followed by its further steps. */
export async function chargeback(
  world: World,
  asked: Sides & { released: boolean; steps: ClaimStep[]; ends: string },
): Promise<number> {
  const { poster, worker, rupees, released, steps, ends } = asked;
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const orderId = await fund(world, poster, milestoneAt(contract));
  if (released) await payOut({ poster, worker }, milestoneAt(contract));
  const { payment_id: paymentId } = await world.db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await control(world, `payments/${paymentId}/dispute`);
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
    await control(world, `disputes/${id}`, type ? { step, type } : { step });
    await waitFor(`the chargeback to be ${state}`, async () => (await find())?.state === state);
  }
  return matterOf(world, ends, `cashfree:${id}`);
}

const TRIES = 6;
const headers = {
  'content-type': 'application/json',
  'x-api-version': '2025-01-01',
  'x-client-id': 'sandbox',
  'x-client-secret': 'sandbox',
};

/** Lets one try of a refund fail at the provider, and waits for it, because only one may be pending. */
async function refusedAtProvider(
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
export async function refusedRefund(world: World, { poster, worker, rupees }: Sides): Promise<number> {
  const contract = await award(world, { poster, worker }, { rupees, term: 'completion' });
  const at = milestoneAt(contract);
  const orderId = await fund(world, poster, at);
  const refundId = `ref_m${at.milestoneId}`;
  for (let attempt = 0; attempt < TRIES; attempt++)
    await refusedAtProvider(world, orderId, {
      refund_amount: (Number(rupees) * 98) / 100,
      refund_id: attempt === 0 ? refundId : `${refundId}-${attempt}`,
    });
  await poster.done(cancelJob, { jobId: String(contract.jobId), comment: 'Plans changed', refundPaise: '' });
  await waitFor('the refund to be given up on', async () => {
    await inTx(world.db, (tx) =>
      enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
    );
    await world.drain();
    return (await openMatter(world, 'refund_failed', refundId)) !== undefined;
  });
  return matterOf(world, 'refund_failed', refundId);
}
