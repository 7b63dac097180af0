import type { Deps } from '../../platform/deps.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { compareBalance } from './balances.ts';
import { Findings, readList, type ComparisonContext } from './findings.ts';
import type { ComparisonQuery, KnownBalance, ProviderComparison, StatementLine } from './model.ts';
import { PaymentComparison } from './payments.ts';
import { RefundComparison } from './refunds.ts';
import { SettlementComparison } from './settlements.ts';
import { compareStatement, findNamedWithdrawals } from './statement.ts';
import { findPayoutGateway, TransferComparison } from './transfers.ts';

type Checked = ProviderComparison['checked'];

/**
 * Compares the providers' own lists with our books, both ways. Reads only and prints nothing. It finds money that our
 * books lack, as after a restore from a backup.
 */
export async function compareWithProvider(
  deps: Pick<Deps, 'db' | 'ports'>,
  query: ComparisonQuery,
): Promise<ProviderComparison> {
  const { db, ports } = deps;
  const findings = new Findings();
  const context: ComparisonContext = { db, ports, query, findings };
  const checked: Checked = { payments: 0, refunds: 0, settlements: 0, transfers: 0, statementLines: 0 };
  // Any configured provider may hold our money, even if these books do not know of it.
  for (const gateway of [ports.payments, ports.otherPayments])
    if (gateway) await compareMoneyIn(context, gateway, checked);
  const balances: KnownBalance[] = [];
  const statementOwner = query.statement ? await findStatementOwner(context, query.statement) : null;
  for (const gateway of [ports.payouts, ports.otherPayouts]) {
    if (!gateway) continue;
    const statement = gateway === statementOwner ? query.statement : undefined;
    const balance = await compareMoneyOut({ ...context, query: { ...query, statement } }, gateway, checked);
    if (balance) balances.push(balance);
  }
  const { differences, notFinal, notCompared } = findings;
  return { differences, notFinal, notCompared, checked, balances, comparedAt: ports.clock.now() };
}

async function compareMoneyIn(
  context: ComparisonContext,
  gateway: PaymentGateway,
  checked: Checked,
): Promise<void> {
  const payments = new PaymentComparison(context, gateway);
  const refunds = new RefundComparison(context, gateway);
  const isListed = await readList(
    context,
    `payments and refunds by ${gateway.provider}`,
    (listQuery) => gateway.listMovements(listQuery),
    async ({ movements }) => {
      refunds.take(movements.filter(({ kind }) => kind === 'refund'));
      await payments.take(movements.filter(({ kind }) => kind === 'payment'));
    },
  );
  if (isListed) await payments.compareOurs();
  await refunds.compare(isListed === true);
  const settlements = new SettlementComparison(context, gateway);
  const isSettled = await readList(
    context,
    `settlements by ${gateway.provider}`,
    (listQuery) => gateway.listSettlements(listQuery),
    (page) => settlements.take(page.settlements),
  );
  if (isSettled) await settlements.compareOurs();
  checked.payments += payments.checked;
  checked.refunds += refunds.checked;
  checked.settlements += settlements.checked;
}

async function compareMoneyOut(
  context: ComparisonContext,
  gateway: PayoutGateway,
  checked: Checked,
): Promise<KnownBalance | null> {
  const transfers = new TransferComparison(context, gateway);
  const isListed = await readList(
    context,
    `transfers by ${gateway.provider}`,
    (listQuery) => gateway.listTransfers(listQuery),
    (page) => transfers.take(page.transfers),
  );
  if (isListed !== false) await transfers.compareOurs();
  const { statement } = context.query;
  if (statement) {
    await compareStatement(context, gateway, statement);
    checked.statementLines += statement.length;
  }
  const balance =
    isListed === null ? await compareBalance(context, gateway, (at) => transfers.sumChargesSince(at)) : null;
  checked.transfers += transfers.checked;
  return balance;
}

/** The provider whose transfers the statement names. If it names none, the provider that lists no transfers. */
async function findStatementOwner(
  context: ComparisonContext,
  statement: StatementLine[],
): Promise<PayoutGateway> {
  const { ports } = context;
  for (const row of (await findNamedWithdrawals(context, statement)).values()) {
    const gateway = findPayoutGateway(ports, row.transfer_id);
    if (gateway) return gateway;
  }
  const now = ports.clock.now();
  for (const gateway of [ports.payouts, ports.otherPayouts]) {
    const list = await gateway?.listTransfers({ from: now, until: now, cursor: null }).catch(() => undefined);
    if (gateway && list === null) return gateway;
  }
  return ports.payouts;
}
