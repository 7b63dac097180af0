import { formatRupees } from '@fws/contract/platform/display';
import { inLongTx, type Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { getPaymentGateway } from '../../ports/index.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { listRefundTries } from '../escrow/index.ts';
import { getBalance, listGatewaysInUse } from '../ledger/index.ts';
import { compareWithProvider } from './compare.ts';
import { askProvider, Findings, isYounger, readList, type ComparisonContext } from './findings.ts';
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

export interface ReconcileParams {
  since: Date;
  /** The most orders, and the most withdrawals, that are queried, newest first. */
  limit: number;
  statement?: StatementLine[] | undefined;
}

/** Queries our orders one by one, and then compares what the provider lists. */
export async function reconcile(
  deps: Pick<Deps, 'db' | 'ports'>,
  params: ReconcileParams,
): Promise<Reconciliation> {
  const { db, ports } = deps;
  const until = ports.clock.now();
  const context: ComparisonContext = { db, ports, query: { ...params, until }, findings: new Findings() };
  const { findings } = context;
  const gateways = await listGatewaysInUse(deps);
  const providers = gateways.map(({ provider }) => provider);
  const orders = await listOrdersSince(db, { ...params, providers });
  const sum = { clearingPaise: 0 };
  for (const order of orders.rows) await compareOrder(context, order, sum);
  if (orders.isAll) for (const gateway of gateways) await subtractSettled(context, gateway, sum);
  const { checked, comparedAt: _, ...listed } = await compareWithProvider(deps, { ...params, until });
  const isWhole = orders.isAll && findings.unanswered === 0;
  // Report each subject once, although both comparisons find it.
  const seenSubjects = new Set([...findings.differences, ...findings.notFinal].map(({ subject }) => subject));
  const isNew = ({ subject }: Difference) => !seenSubjects.has(subject);
  return {
    ...listed,
    differences: [...findings.differences, ...listed.differences.filter(isNew)],
    notFinal: [...findings.notFinal, ...listed.notFinal.filter(isNew)],
    orders: orders.rows.length,
    ...checked,
    clearing: isWhole
      ? {
          oursPaise: await inLongTx(db, (tx) => getBalance(tx, 'provider_clearing')),
          theirsPaise: sum.clearingPaise,
        }
      : null,
  };
}

interface ComparedOrder {
  id: string;
  provider: string;
  state: string;
}

async function listOrdersSince(
  db: Db,
  { since, limit, providers }: ReconcileParams & { providers: string[] },
) {
  const rows: ComparedOrder[] = await db
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
const describeAmount = (id: string, paise: number, suffix = '') =>
  `${id} ${formatRupees(paise, { paise: true })}${suffix}`;

/** Open orders are checked every minute. */
const OPEN: readonly string[] = ['created', 'active'];

interface Clearing {
  /** By the provider's records: payments, less refunds, chargebacks and settlements. */
  clearingPaise: number;
}

async function compareOrder(context: ComparisonContext, order: ComparedOrder, sum: Clearing) {
  const { db, ports, findings } = context;
  const subject = `order:${order.id}`;
  const gateway = getPaymentGateway(ports, order.provider);
  const remoteOrder = await askProvider(findings, `order ${order.id}`, () => gateway.getOrder(order.id));
  if (remoteOrder === undefined) return;
  if (remoteOrder === null) {
    if (order.state !== 'created') findings.compare(subject, `order ${order.id}`, order.state, 'unknown');
    return;
  }
  const payments = await askProvider(findings, `payments of ${order.id}`, () =>
    gateway.listPayments(order.id),
  );
  const booked = await db.selectFrom('payment').selectAll().where('order_id', '=', order.id).execute();
  if (payments) {
    // A provider may no longer report a fully refunded payment as a success.
    const isBooked = (id: string) => booked.some((payment) => payment.payment_id === id);
    const taken = payments.filter(
      ({ status, paymentId }) => status === 'success' || (status === 'void' && isBooked(paymentId)),
    );
    sum.clearingPaise += taken.reduce((sum, payment) => sum + payment.amountPaise, 0);
    const isJustTaken =
      OPEN.includes(order.state) &&
      taken.every(({ completedAt }) => completedAt && isYounger(context, completedAt, BOOKED_WITHIN_MS));
    findings[isJustTaken ? 'compareLater' : 'compare'](
      subject,
      `payments of ${order.id}`,
      joinLines(booked.map((payment) => describeAmount(payment.payment_id, payment.amount_paise))),
      joinLines(taken.map((payment) => describeAmount(payment.paymentId, payment.amountPaise))),
    );
  }
  // Without a payment there is nothing to refund.
  if (booked.length === 0) return;
  await compareRefunds(context, gateway, order.id, sum);
  const chargebacks = await askProvider(findings, `chargebacks of ${order.id}`, () =>
    gateway.listChargebacks(order.id),
  );
  if (!chargebacks) return;
  const ours = await db.selectFrom('chargeback').selectAll().where('order_id', '=', order.id).execute();
  sum.clearingPaise -= chargebacks.reduce(
    (sum, chargeback) => sum + (chargeback.isDebited ? chargeback.amountPaise : 0),
    0,
  );
  findings.compare(
    `chargebacks:${order.id}`,
    `chargebacks of ${order.id}`,
    joinLines(
      ours.map((chargeback) =>
        describeAmount(
          chargeback.chargeback_id,
          chargeback.escrow_paise + chargeback.receivable_paise,
          ` ${chargeback.state}`,
        ),
      ),
    ),
    joinLines(
      chargebacks.map((chargeback) =>
        describeAmount(
          chargeback.chargebackId,
          chargeback.isDebited ? chargeback.amountPaise : 0,
          ` ${chargeback.status}`,
        ),
      ),
    ),
  );
}

async function compareRefunds(
  { db, findings }: ComparisonContext,
  gateway: PaymentGateway,
  orderId: string,
  sum: Clearing,
) {
  const refunds = await db.selectFrom('refund').selectAll().where('order_id', '=', orderId).execute();
  for (const refund of refunds) {
    const tries = [];
    const paymentId = refund.payment_id ?? '';
    for (const id of listRefundTries(refund))
      tries.push(
        await askProvider(findings, `refund ${id}`, () => gateway.getRefund(orderId, paymentId, id)),
      );
    const sent = tries.filter((attempt) => attempt?.status === 'success');
    const sentPaise = sent.reduce((sum, attempt) => sum + (attempt?.amountPaise ?? 0), 0);
    sum.clearingPaise -= sentPaise;
    findings.compare(
      `refund:${refund.id}`,
      `refund ${refund.id}`,
      formatRupees(refund.state === 'succeeded' ? refund.amount_paise : 0, { paise: true }),
      formatRupees(sentPaise, { paise: true }),
    );
  }
}

/** Subtracts what the provider has already settled. */
async function subtractSettled(
  context: ComparisonContext,
  gateway: PaymentGateway,
  sum: Clearing,
): Promise<void> {
  const seen = new Set<string>();
  const label = `settlements by ${gateway.provider}`;
  await readList(
    context,
    label,
    (listQuery) => gateway.listSettlements(listQuery),
    ({ settlements }) => {
      for (const settlement of settlements) {
        if (settlement.status !== 'success' || seen.has(settlement.settlementId)) continue;
        seen.add(settlement.settlementId);
        sum.clearingPaise -= settlement.settledPaise + settlement.feePaise + settlement.gstPaise;
      }
    },
  );
}
