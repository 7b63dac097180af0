import { sql } from 'kysely';
import { composePorts } from '../../src/compose-ports.ts';
import { readConfig } from '../../src/config/index.ts';
import { closeRestore, findOpenRestore } from '../../src/domains/ledger/index.ts';
import { compareWithProvider } from '../../src/domains/reconciliation/index.ts';
import { inTx } from '../../src/platform/db/index.ts';
import { enqueue } from '../../src/platform/queue/index.ts';
import type { Ports } from '../../src/ports/index.ts';
import { simulatePayment } from '../story.ts';
import { waitFor } from '../wait.ts';
import type { World } from '../world.ts';

const HOUR_MS = 3600_000;

/**
 * Creates steps for tests of orders that only the provider knows, as after a restore. Each step reads the world when it
 * runs, because tests create it later.
 */
export function createLostOrderSteps(world: () => World, provider: string) {
  let lastMilestone = 0;
  let composed: Ports | undefined;
  const ports = () => (composed ??= composePorts(readConfig(world().config)));

  /** Does what an approved reopening does, without the approval. */
  async function reopen(): Promise<void> {
    const open = await findOpenRestore(world().db);
    if (!open) return;
    await inTx(world().db, async (tx) => {
      await closeRestore(tx, open.id, world().clock.now());
      await enqueue(tx, 'resume_refunds', {});
    });
  }

  /** Returns a milestone id that the books never assigned. */
  const createLostMilestoneId = async (): Promise<number> => {
    const { rows } = await sql<{ last: number }>`SELECT max(id) AS last FROM milestone`.execute(world().db);
    lastMilestone = Math.max(lastMilestone, (rows[0]?.last ?? 0) + 1000) + 1;
    return lastMilestone;
  };

  async function createOrderAtProvider(
    milestoneId: number,
    orderId = `fws_${milestoneId}_${'0b'.repeat(9)}`,
  ) {
    await ports().payments.createOrder({
      orderId,
      amountPaise: 500_00,
      customerId: 'user_999999',
      customerPhone: '9876543210',
      returnUrl: world().url,
      notifyUrl: `${world().url}/webhooks/payments/${provider}`,
      expiresAt: new Date(Date.now() + HOUR_MS),
      note: '',
    });
    return orderId;
  }

  async function createPaidOrder(milestoneId?: number): Promise<string> {
    const orderId = await createOrderAtProvider(milestoneId ?? (await createLostMilestoneId()));
    await simulatePayment(world(), orderId, 'SUCCESS');
    return orderId;
  }

  const listRefunds = (orderId: string) =>
    world()
      .db.selectFrom('refund')
      .select(['id', 'state', 'amount_paise', 'payment_id'])
      .where('order_id', '=', orderId)
      .orderBy('amount_paise', 'desc')
      .execute();

  async function waitUntilBooked(orderId: string): Promise<void> {
    await waitFor('the refund to wait', async () => (await listRefunds(orderId)).length > 0);
    await world().drain();
  }

  /** Waits until the provider has all refunds of the order, then checks each now instead of when it is due. */
  async function waitUntilRefunded(orderId: string): Promise<void> {
    await waitFor('the provider to have all refunds', async () => {
      const refunds = await listRefunds(orderId);
      const totalPaise = refunds.reduce((sum, refund) => sum + refund.amount_paise, 0);
      return refunds.length > 0 && (await sumSentBack(orderId)) === totalPaise;
    });
    await waitFor('the refunds to succeed', async () => {
      await world().drain();
      const pending = (await listRefunds(orderId)).filter(({ state }) => state !== 'succeeded');
      for (const { id: refundId } of pending)
        await inTx(world().db, (tx) =>
          enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` }),
        );
      return pending.length === 0;
    });
  }

  const findPayment = async (orderId: string) => {
    const [payment] = await ports().payments.listPayments(orderId);
    return { orderId, paymentId: payment?.paymentId ?? '' };
  };
  /** Refunds as the server did after the backup. */
  async function refundAtProvider(orderId: string, refundId: string, amountPaise: number): Promise<void> {
    const payment = await findPayment(orderId);
    await ports().payments.createRefund({ ...payment, refundId, amountPaise, note: 'Cancelled' });
  }
  /** Sums the refunds in the provider's own list. */
  async function sumSentBack(orderId: string): Promise<number> {
    const until = new Date();
    const ids = new Set((await listRefunds(orderId)).map(({ id }) => id));
    let sum = 0;
    let cursor: string | null = null;
    do {
      const params = { from: new Date(until.getTime() - HOUR_MS), until, cursor };
      const page = await ports().payments.listMovements(params);
      for (const { kind, id, amountPaise } of page.movements)
        if (kind === 'refund' && ids.has(id)) sum += amountPaise;
      cursor = page.next;
    } while (cursor !== null);
    return sum;
  }

  const compare = () => {
    const clock = { now: () => new Date(Date.now() + HOUR_MS) };
    const params = { since: new Date(Date.now() - HOUR_MS), until: clock.now() };
    return compareWithProvider({ db: world().db, ports: { ...ports(), clock } }, params);
  };
  const findDifferences = async (orderId: string) => {
    const { paymentId } = await findPayment(orderId);
    return (await compare()).differences.filter((difference) =>
      [orderId, paymentId].some((id) => JSON.stringify(difference).includes(id)),
    );
  };

  return {
    reopen,
    createLostMilestoneId,
    createOrderAtProvider,
    createPaidOrder,
    listRefunds,
    waitUntilBooked,
    waitUntilRefunded,
    findPayment,
    refundAtProvider,
    sumSentBack,
    findDifferences,
  };
}
