import { formatRupees } from '@fws/contract/platform/display';
import { inLongTx, type Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { listRefundTries } from '../contracts/index.ts';
import { balance, gatewaysInUse } from '../ledger/index.ts';
import { compareWithProvider } from './compare.ts';
import { ask, Findings, isYounger, readList, type Comparing } from './findings.ts';
import { BOOKED_WITHIN_MS } from './payments.ts';
import type { Difference, ProviderComparison, StatementLine } from './model.ts';

/**
 * Compares our books with the provider's own records. Reads only: a difference is for a person, or for the tasks that
 * check anyway.
 */

export interface Reconciliation extends Omit<ProviderComparison, 'checked' | 'comparedAt'> {
  orders: number;
  payments: number;
  refunds: number;
  transfers: number;
  settlements: number;
  statementLines: number;
  /** What the provider has not settled, by our ledger and by its records; null if not all orders were queried. */
  clearing: { oursPaise: number; theirsPaise: number } | null;
}

export interface Asked {
  since: Date;
  /** The most orders, and the most withdrawals, that are queried, newest first. */
  limit: number;
  statement?: StatementLine[] | undefined;
}

/** Queries our orders one by one, and then compares what the provider lists. */
export async function reconcile(deps: Pick<Deps, 'db' | 'ports'>, asked: Asked): Promise<Reconciliation> {
  const { db, ports } = deps;
  const until = ports.clock.now();
  const context: Comparing = { db, ports, asked: { ...asked, until }, found: new Findings() };
  const { found } = context;
  const gateways = await gatewaysInUse(deps);
  const providers = gateways.map(({ provider }) => provider);
  const orders = await ordersSince(db, { ...asked, providers });
  const sum = { clearingPaise: 0 };
  for (const order of orders.rows) await compareOrder(context, order, sum);
  if (orders.isAll) for (const gateway of gateways) await takeSettled(context, gateway, sum);
  const { checked, comparedAt: _, ...listed } = await compareWithProvider(deps, { ...asked, until });
  const isWhole = orders.isAll && found.unanswered === 0;
  // Report each subject once, although both comparisons find it.
  const told = new Set([...found.differences, ...found.notFinal].map(({ subject }) => subject));
  const isNew = ({ subject }: Difference) => !told.has(subject);
  return {
    ...listed,
    differences: [...found.differences, ...listed.differences.filter(isNew)],
    notFinal: [...found.notFinal, ...listed.notFinal.filter(isNew)],
    orders: orders.rows.length,
    ...checked,
    clearing: isWhole
      ? {
          oursPaise: await inLongTx(db, (tx) => balance(tx, 'provider_clearing')),
          theirsPaise: sum.clearingPaise,
        }
      : null,
  };
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
  const { count } = await inLongTx(db, (tx) =>
    tx
      .selectFrom('escrow_order')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return { rows, isAll: rows.length === count };
}

const joinLines = (lines: readonly string[]): string =>
  lines.length === 0 ? 'none' : lines.toSorted().join(', ');
const describeAmount = (id: string, paise: number, more = '') =>
  `${id} ${formatRupees(paise, { paise: true })}${more}`;

/** Open orders are checked every minute. */
const OPEN: readonly string[] = ['created', 'active'];

interface Clearing {
  /** By the provider's records: payments, less refunds, chargebacks and settlements. */
  clearingPaise: number;
}

async function compareOrder(context: Comparing, order: OrderAsked, sum: Clearing) {
  const { db, ports, found } = context;
  const subject = `order:${order.id}`;
  const gateway = paymentsBy(ports, order.provider);
  const known = await ask(found, `order ${order.id}`, () => gateway.getOrder(order.id));
  if (known === undefined) return;
  if (known === null) {
    if (order.state !== 'created')
      found.compare(subject, `order ${order.id}`, order.state, 'never heard of it');
    return;
  }
  const payments = await ask(found, `payments of ${order.id}`, () => gateway.listPayments(order.id));
  const booked = await db.selectFrom('payment').selectAll().where('order_id', '=', order.id).execute();
  if (payments) {
    // A provider may no longer report a fully refunded payment as a success.
    const isBooked = (id: string) => booked.some((one) => one.payment_id === id);
    const taken = payments.filter(
      ({ status, paymentId }) => status === 'success' || (status === 'void' && isBooked(paymentId)),
    );
    sum.clearingPaise += taken.reduce((sum, one) => sum + one.amountPaise, 0);
    const isJustTaken =
      OPEN.includes(order.state) &&
      taken.every(({ completedAt }) => completedAt && isYounger(context, completedAt, BOOKED_WITHIN_MS));
    found[isJustTaken ? 'compareLater' : 'compare'](
      subject,
      `payments of ${order.id}`,
      joinLines(booked.map((one) => describeAmount(one.payment_id, one.amount_paise))),
      joinLines(taken.map((one) => describeAmount(one.paymentId, one.amountPaise))),
    );
  }
  // Without a payment there is nothing to refund.
  if (booked.length === 0) return;
  await compareRefunds(context, gateway, order.id, sum);
  const claims = await ask(found, `chargebacks of ${order.id}`, () => gateway.listChargebacks(order.id));
  if (!claims) return;
  const ours = await db.selectFrom('chargeback').selectAll().where('order_id', '=', order.id).execute();
  sum.clearingPaise -= claims.reduce((sum, one) => sum + (one.isDebited ? one.amountPaise : 0), 0);
  found.compare(
    `chargebacks:${order.id}`,
    `chargebacks of ${order.id}`,
    joinLines(
      ours.map((one) =>
        describeAmount(one.chargeback_id, one.escrow_paise + one.receivable_paise, ` ${one.state}`),
      ),
    ),
    joinLines(
      claims.map((one) =>
        describeAmount(one.chargebackId, one.isDebited ? one.amountPaise : 0, ` ${one.status}`),
      ),
    ),
  );
}

async function compareRefunds(
  { db, found }: Comparing,
  gateway: PaymentGateway,
  orderId: string,
  sum: Clearing,
) {
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
  for (const refund of refunds) {
    const tries = [];
    const paymentId = refund.payment_id ?? '';
    for (const id of listRefundTries(refund))
      tries.push(await ask(found, `refund ${id}`, () => gateway.getRefund(orderId, paymentId, id)));
    const sent = tries.filter((one) => one?.status === 'success');
    const sentPaise = sent.reduce((sum, one) => sum + (one?.amountPaise ?? 0), 0);
    sum.clearingPaise -= sentPaise;
    found.compare(
      `refund:${refund.id}`,
      `refund ${refund.id}`,
      formatRupees(refund.state === 'succeeded' ? refund.amount_paise : 0, { paise: true }),
      formatRupees(sentPaise, { paise: true }),
    );
  }
}

/** Subtracts what the provider has already settled. */
async function takeSettled(context: Comparing, gateway: PaymentGateway, sum: Clearing): Promise<void> {
  const seen = new Set<string>();
  const what = `settlements by ${gateway.provider}`;
  await readList(
    context,
    what,
    (asked) => gateway.listSettlements(asked),
    ({ settlements }) => {
      for (const one of settlements) {
        if (one.status !== 'success' || seen.has(one.settlementId)) continue;
        seen.add(one.settlementId);
        sum.clearingPaise -= one.settledPaise + one.feePaise + one.gstPaise;
      }
    },
  );
}
