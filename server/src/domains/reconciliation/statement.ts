import { sql } from 'kysely';
import { istDate } from '@fws/contract/platform/dates';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { rupees, type Comparing } from './findings.ts';
import type { StatementLine } from './model.ts';
import { findPayoutGateway, WITHDRAWAL_COLUMNS, type Withdrawal } from './transfers.ts';

/**
 * Compares the lines of a payout account's statement with our withdrawals, both ways. Ignores money that was paid in.
 */
export async function compareStatement(
  context: Comparing,
  gateway: PayoutGateway,
  lines: StatementLine[],
): Promise<void> {
  const { found } = context;
  const net = new Map<number, { row: Withdrawal; paise: number }>();
  const withdrawals = await findNamedWithdrawals(context, lines);
  for (const line of lines) {
    const row = withdrawals.get(line);
    const paise = line.direction === 'debit' ? line.amountPaise : -line.amountPaise;
    if (row) net.set(row.id, { row, paise: (net.get(row.id)?.paise ?? 0) + paise });
    else if (line.direction === 'debit')
      found.compare(
        `statement:${line.line}`,
        `line ${line.line} of the statement, ${line.reference}`,
        'no such withdrawal',
        `paid out: ${rupees(line.amountPaise)} on ${line.day}`,
      );
  }
  for (const { row, paise } of net.values()) compareNet(context, row, paise);
  await compareOurs(context, gateway, { lines, told: new Set(net.keys()) });
}

const isUnderWay = ({ state }: Withdrawal) => state === 'requested' || state === 'processing';

function compareNet({ found }: Comparing, row: Withdrawal, paise: number): void {
  const subject = `transfer:${row.transfer_id}`;
  const what = `withdrawal ${row.id} in the statement`;
  if (isUnderWay(row)) return found.compareLater(subject, what, row.state, `paid out: ${rupees(paise)}`);
  const ours = row.state === 'paid' ? row.amount_paise : 0;
  return found.compare(subject, what, `${row.state}: ${rupees(ours)}`, `${row.state}: ${rupees(paise)}`);
}

/** Each line's withdrawal, found by our id or the bank's reference, alone or among other words. */
export async function findNamedWithdrawals(
  { db }: Comparing,
  lines: readonly StatementLine[],
): Promise<Map<StatementLine, Withdrawal>> {
  const words = [...new Set(lines.flatMap(({ reference }) => wordsIn(reference)))];
  const rows: Withdrawal[] = await db
    .selectFrom('withdrawal')
    .select(WITHDRAWAL_COLUMNS)
    .where(sql<boolean>`transfer_id = ANY(${words}::text[]) OR utr = ANY(${words}::text[])`)
    .execute();
  const byName = new Map(
    rows.flatMap((row) => [row.transfer_id, row.utr].map((name) => [name, row] as const)),
  );
  return new Map(
    lines.flatMap((line) => {
      const row = wordsIn(line.reference).flatMap((word) => byName.get(word) ?? [])[0];
      return row ? [[line, row] as const] : [];
    }),
  );
}

const wordsIn = (reference: string): string[] =>
  [reference.trim(), ...reference.split(/[^A-Za-z0-9_-]+/)].filter((word) => word !== '');

/** Withdrawals that we paid on a day of the statement. On its first and last day the bank may use another date. */
async function compareOurs(
  { db, found, ports }: Comparing,
  gateway: PayoutGateway,
  { lines, told }: { lines: StatementLine[]; told: ReadonlySet<number> },
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
    if (told.has(row.id)) continue;
    if (findPayoutGateway(ports, row.transfer_id)?.provider !== gateway.provider) continue;
    const day = istDate(row.finished_at ?? row.created_at);
    const isAtEdge = day === first || day === last;
    const note = isAtEdge ? 'compareLater' : 'compare';
    const ours = `paid: ${rupees(row.amount_paise)} on ${day}`;
    found[note](`transfer:${row.transfer_id}`, `withdrawal ${row.id}`, ours, 'not in the statement');
  }
}
