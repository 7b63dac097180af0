import { sql } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { formatAmount, type ComparisonContext } from './findings.ts';
import type { StatementLine } from './model.ts';
import { findPayoutGateway, WITHDRAWAL_COLUMNS, type Withdrawal } from './transfers.ts';

/**
 * Compares the lines of a payout account's statement with our withdrawals, both ways. Ignores money that was paid in.
 */
export async function compareStatement(
  context: ComparisonContext,
  gateway: PayoutGateway,
  lines: StatementLine[],
): Promise<void> {
  const { findings } = context;
  const netByWithdrawal = new Map<number, { row: Withdrawal; paise: number }>();
  const withdrawals = await findNamedWithdrawals(context, lines);
  for (const line of lines) {
    const row = withdrawals.get(line);
    const paise = line.direction === 'debit' ? line.amountPaise : -line.amountPaise;
    if (row) netByWithdrawal.set(row.id, { row, paise: (netByWithdrawal.get(row.id)?.paise ?? 0) + paise });
    else if (line.direction === 'debit')
      findings.compare(
        `statement:${line.line}`,
        `line ${line.line} of the statement, ${line.reference}`,
        'no such withdrawal',
        `paid out: ${formatAmount(line.amountPaise)} on ${line.day}`,
      );
  }
  for (const { row, paise } of netByWithdrawal.values()) compareNet(context, row, paise);
  await compareOurs(context, gateway, { lines, comparedIds: new Set(netByWithdrawal.keys()) });
}

const isUnderWay = ({ state }: Withdrawal) => state === 'requested' || state === 'processing';

function compareNet({ findings }: ComparisonContext, row: Withdrawal, paise: number): void {
  const subject = `transfer:${row.transfer_id}`;
  const label = `withdrawal ${row.id} in the statement`;
  if (isUnderWay(row))
    return findings.compareLater(subject, label, row.state, `paid out: ${formatAmount(paise)}`);
  const ours = row.state === 'paid' ? row.amount_paise : 0;
  return findings.compare(
    subject,
    label,
    `${row.state}: ${formatAmount(ours)}`,
    `${row.state}: ${formatAmount(paise)}`,
  );
}

/** Each line's withdrawal, found by our id or the bank's reference, alone or among other words. */
export async function findNamedWithdrawals(
  { db }: ComparisonContext,
  lines: readonly StatementLine[],
): Promise<Map<StatementLine, Withdrawal>> {
  const tokens = [...new Set(lines.flatMap(({ reference }) => splitReference(reference)))];
  const rows: Withdrawal[] = await db
    .selectFrom('withdrawal')
    .select(WITHDRAWAL_COLUMNS)
    .where(sql<boolean>`transfer_id = ANY(${tokens}::text[]) OR utr = ANY(${tokens}::text[])`)
    .execute();
  const byName = new Map(
    rows.flatMap((row) => [row.transfer_id, row.utr].map((name) => [name, row] as const)),
  );
  return new Map(
    lines.flatMap((line) => {
      const row = splitReference(line.reference).flatMap((token) => byName.get(token) ?? [])[0];
      return row ? [[line, row] as const] : [];
    }),
  );
}

const splitReference = (reference: string): string[] =>
  [reference.trim(), ...reference.split(/[^A-Za-z0-9_-]+/)].filter((token) => token !== '');

/** Withdrawals that we paid on a day of the statement. On its first and last day the bank may use another date. */
async function compareOurs(
  { db, findings, ports }: ComparisonContext,
  gateway: PayoutGateway,
  { lines, comparedIds }: { lines: StatementLine[]; comparedIds: ReadonlySet<number> },
): Promise<void> {
  const days = lines.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const paid: Withdrawal[] = await db
    .selectFrom('withdrawal')
    .select(WITHDRAWAL_COLUMNS)
    .where('state', '=', 'paid')
    .where('finished_at', '>=', new Date(`${first}T00:00:00+05:30`))
    .where('finished_at', '<=', new Date(`${last}T23:59:59.999+05:30`))
    .execute();
  for (const row of paid) {
    if (comparedIds.has(row.id)) continue;
    if (findPayoutGateway(ports, row.transfer_id)?.provider !== gateway.provider) continue;
    const day = toIstDate(row.finished_at ?? row.created_at);
    const isAtEdge = day === first || day === last;
    const method = isAtEdge ? 'compareLater' : 'compare';
    const ours = `paid: ${formatAmount(row.amount_paise)} on ${day}`;
    findings[method](`transfer:${row.transfer_id}`, `withdrawal ${row.id}`, ours, 'not in the statement');
  }
}
