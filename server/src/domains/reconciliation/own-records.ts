import { formatRupees } from '@fws/contract/platform/display';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { refundTriesOf } from '../contracts/index.ts';
import { balance, gatewaysInUse } from '../ledger/index.ts';
import { payoutGatewayOf } from '../payouts/index.ts';

/** Our books against the provider's own records. Reads only: what differs is for a person, or for the jobs that ask anyway. */

export interface Difference {
  what: string;
  ours: string;
  theirs: string;
}

export interface Reconciliation {
  orders: number;
  refunds: number;
  transfers: number;
  settlements: number;
  differences: Difference[];
  /** What the provider has not settled, by our ledger and by its records; null when not all orders were asked about. */
  clearing: { oursPaise: number; theirsPaise: number } | null;
}

export interface Asked {
  since: Date;
  /** The newest so many orders, and as many withdrawals. */
  limit: number;
}

const LIMITED_WAITS_MAX = 5;
const PAGES_MAX = 100;

export async function reconcile(deps: Pick<Deps, 'db' | 'ports'>, asked: Asked): Promise<Reconciliation> {
  const found = new Findings();
  const gateways = await gatewaysInUse(deps);
  const orders = await ordersSince(deps.db, {
    ...asked,
    providers: gateways.map(({ provider }) => provider),
  });
  for (const order of orders.rows) await compareOrder(deps, found, order);
  const transfers = await compareTransfers(deps, found, asked);
  let settlements = 0;
  for (const gateway of gateways) settlements += await compareSettlements(deps, gateway, found, asked);
  const isWhole = orders.isAll && found.unanswered === 0;
  return {
    orders: orders.rows.length,
    refunds: found.refunds,
    transfers,
    settlements,
    differences: found.differences,
    clearing: isWhole
      ? { oursPaise: await balance(deps.db, 'provider_clearing'), theirsPaise: found.clearingPaise }
      : null,
  };
}

class Findings {
  readonly differences: Difference[] = [];
  refunds = 0;
  unanswered = 0;
  /** By the provider's records: payments, less refunds, chargebacks and settlements. */
  clearingPaise = 0;

  /** Notes it when both sides do not say the same. */
  compare(what: string, ours: string, theirs: string): void {
    if (ours !== theirs) this.differences.push({ what, ours, theirs });
  }
}

/** Waits as long as the provider says; what it does not answer at all is a finding of its own. */
async function ask<T>(found: Findings, what: string, question: () => Promise<T>): Promise<T | undefined> {
  for (let wait = 0; ; wait++) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.outcome !== 'limited' || wait === LIMITED_WAITS_MAX) {
        found.unanswered += 1;
        found.compare(what, 'asked about', `not answered: ${error.code}`);
        return undefined;
      }
      await sleep(error.retryAfterMs ?? 1000);
    }
  }
}

interface OrderAsked {
  id: string;
  provider: string;
  state: string;
}

async function ordersSince(db: Db, { since, limit, providers }: Asked & { providers: string[] }) {
  const rows: OrderAsked[] = await db
    .selectFrom('escrow_order')
    .select(['id', 'provider', 'state'])
    .where('provider', 'in', providers.length > 0 ? providers : [''])
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  const { count } = await db
    .selectFrom('escrow_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, isAll: rows.length === count };
}

const listed = (lines: readonly string[]): string =>
  lines.length === 0 ? 'none' : lines.toSorted().join(', ');
const amountOf = (id: string, paise: number, more = '') =>
  `${id} ${formatRupees(paise, { paise: true })}${more}`;
const took = (payment: GatewayPayment) => payment.status === 'success';

async function compareOrder({ db, ports }: Pick<Deps, 'db' | 'ports'>, found: Findings, order: OrderAsked) {
  const gateway = paymentsBy(ports, order.provider);
  const known = await ask(found, `order ${order.id}`, () => gateway.getOrder(order.id));
  if (known === undefined) return;
  if (known === null) {
    if (order.state !== 'created') found.compare(`order ${order.id}`, order.state, 'never heard of it');
    return;
  }
  const payments = await ask(found, `payments of ${order.id}`, () => gateway.listPayments(order.id));
  const booked = await db.selectFrom('payment').selectAll().where('order_id', '=', order.id).execute();
  if (payments) {
    const taken = payments.filter(took);
    found.clearingPaise += taken.reduce((sum, one) => sum + one.amountPaise, 0);
    found.compare(
      `payments of ${order.id}`,
      listed(booked.map((one) => amountOf(one.payment_id, one.amount_paise))),
      listed(taken.map((one) => amountOf(one.paymentId, one.amountPaise))),
    );
  }
  // Without a payment there is nothing to give back.
  if (booked.length === 0) return;
  await compareRefunds(db, gateway, found, order.id);
  const claims = await ask(found, `chargebacks of ${order.id}`, () => gateway.listChargebacks(order.id));
  if (!claims) return;
  const ours = await db.selectFrom('chargeback').selectAll().where('order_id', '=', order.id).execute();
  found.clearingPaise -= claims.reduce((sum, one) => sum + (one.isDebited ? one.amountPaise : 0), 0);
  found.compare(
    `chargebacks of ${order.id}`,
    listed(
      ours.map((one) =>
        amountOf(one.chargeback_id, one.escrow_paise + one.receivable_paise, ` ${one.state}`),
      ),
    ),
    listed(
      claims.map((one) => amountOf(one.chargebackId, one.isDebited ? one.amountPaise : 0, ` ${one.status}`)),
    ),
  );
}

async function compareRefunds(db: Db, gateway: PaymentGateway, found: Findings, orderId: string) {
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
  for (const refund of refunds) {
    found.refunds += 1;
    const tries = [];
    const paymentId = refund.payment_id ?? '';
    for (const id of refundTriesOf(refund))
      tries.push(await ask(found, `refund ${id}`, () => gateway.getRefund(orderId, paymentId, id)));
    const sent = tries.filter((one) => one?.status === 'success');
    const sentPaise = sent.reduce((sum, one) => sum + (one?.amountPaise ?? 0), 0);
    found.clearingPaise -= sentPaise;
    found.compare(
      `refund ${refund.id}`,
      formatRupees(refund.state === 'succeeded' ? refund.amount_paise : 0, { paise: true }),
      formatRupees(sentPaise, { paise: true }),
    );
  }
}

/** What our states come to in the provider's words. */
const MEANS: Record<string, readonly string[]> = {
  requested: ['unknown', 'processing'],
  processing: ['unknown', 'processing'],
  paid: ['paid'],
  failed: ['unknown', 'failed', 'rejected'],
  reversed: ['reversed'],
};

async function compareTransfers({ db, ports }: Pick<Deps, 'db' | 'ports'>, found: Findings, asked: Asked) {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['id', 'transfer_id', 'state', 'amount_paise'])
    .where('created_at', '>=', asked.since)
    .orderBy('created_at', 'desc')
    .limit(asked.limit)
    .execute();
  for (const row of rows) {
    const what = `withdrawal ${row.id}`;
    const transfer = await ask(found, what, () =>
      payoutGatewayOf(ports, row.transfer_id).getTransfer(row.transfer_id),
    );
    if (transfer === undefined) continue;
    const theirs = transfer?.status ?? 'unknown';
    if (!MEANS[row.state]?.includes(theirs)) found.compare(what, row.state, theirs);
    if (transfer)
      found.compare(`${what}, amount`, formatRupees(row.amount_paise), formatRupees(transfer.amountPaise));
  }
  return rows.length;
}

async function compareSettlements(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  gateway: PaymentGateway,
  found: Findings,
  { since }: Asked,
): Promise<number> {
  const until = ports.clock.now();
  const theirs: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const asked: Parameters<PaymentGateway['listSettlements']>[0] = { from: since, until, cursor };
    const answer = await ask(found, 'settlements', () => gateway.listSettlements(asked));
    if (!answer) return theirs.length;
    for (const one of answer.settlements.filter(({ status }) => status === 'success')) {
      const grossPaise = one.settledPaise + one.feePaise + one.gstPaise;
      found.clearingPaise -= grossPaise;
      theirs.push(amountOf(one.settlementId, grossPaise));
    }
    if (answer.next === null || answer.settlements.length === 0) break;
    cursor = answer.next;
  }
  const ours = await db
    .selectFrom('settlement')
    .selectAll()
    .where('provider', '=', gateway.provider)
    .where('state', '=', 'received')
    .where('settled_at', '>=', since)
    .execute();
  found.compare(
    `settlements of ${gateway.provider}`,
    listed(ours.map((one) => amountOf(one.settlement_id, one.settled_paise + one.fee_paise + one.gst_paise))),
    listed(theirs),
  );
  return theirs.length;
}
