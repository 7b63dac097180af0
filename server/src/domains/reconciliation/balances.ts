import { sql } from 'kysely';
import { inLongTx, type Db } from '../../platform/db/index.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { askProvider, formatAmount, type ComparisonContext } from './findings.ts';
import type { KnownBalance, NotCompared } from './model.ts';
import { findPayoutGateway } from './transfers.ts';

/**
 * For a provider that lists no transfers: compares what left its account in the period with what our books took out.
 * If more left, there is a transfer we do not know. If less left, money was paid in, and an unknown transfer may hide
 * behind it.
 */
export async function compareBalance(
  context: ComparisonContext,
  gateway: PayoutGateway,
  chargesSince: (at: Date) => Promise<number>,
): Promise<KnownBalance | null> {
  const { findings, ports } = context;
  const { provider } = gateway;
  const label = `balance of the payout account at ${provider}`;
  const balance = await askProvider(findings, label, () => gateway.getBalance());
  if (balance === undefined) return null;
  if (balance === null) {
    noteNotCompared(context, { code: 'no_list_or_balance', provider });
    return null;
  }
  const current = {
    provider,
    at: ports.clock.now().toISOString(),
    ...balance,
    ...(await sumPayouts(context, provider)),
  };
  const earlier = await findEarlierBalance(context.db, provider, context.query.since);
  if (!earlier) {
    noteNotCompared(context, { code: 'no_earlier_balance', provider });
    return current;
  }
  // That balance excludes what left the account before it was stored, as before a restored installation ran again.
  if (new Date(earlier.at) > context.query.since)
    noteNotCompared(context, { code: 'balance_known_since', provider, at: earlier.at });
  const leftPaise = earlier.balancePaise - current.balancePaise;
  const paidPaise = current.paidPaise - earlier.paidPaise;
  const mostPaise = paidPaise + current.underWayPaise + (await chargesSince(new Date(earlier.at)));
  const leastPaise = paidPaise - earlier.underWayPaise;
  const theirs = `${formatAmount(leftPaise)} since ${earlier.at}`;
  if (leftPaise > mostPaise)
    findings.compare(
      `balance:${provider}`,
      `${label}, what left it`,
      `at most ${formatAmount(mostPaise)}`,
      theirs,
    );
  if (leftPaise < leastPaise) {
    const amountPaise = leastPaise - leftPaise;
    noteNotCompared(context, { code: 'money_came_in', provider, amountPaise, at: earlier.at });
  }
  return current;
}

/** Not needed if a statement was given, because it shows what a balance cannot. */
function noteNotCompared({ query, findings }: ComparisonContext, item: NotCompared): void {
  if (!query.statement) findings.notCompared.push(item);
}

/** What left the account by our books, and what may have left it. */
async function sumPayouts(
  { db, ports }: ComparisonContext,
  provider: string,
): Promise<Pick<KnownBalance, 'paidPaise' | 'underWayPaise'>> {
  // The first four letters of a transfer id identify its provider.
  const { rows } = await inLongTx(db, (tx) =>
    sql<{ mark: string; paid: number; underWay: number }>`
    SELECT left(transfer_id, 4) AS mark,
      coalesce(sum(amount_paise) FILTER (WHERE state = 'paid'), 0)::bigint AS paid,
      coalesce(sum(amount_paise) FILTER (WHERE state IN ('requested', 'processing')), 0)::bigint AS "underWay"
    FROM withdrawal GROUP BY 1`.execute(tx),
  );
  const providerRows = rows.filter(({ mark }) => findPayoutGateway(ports, mark)?.provider === provider);
  return {
    paidPaise: providerRows.reduce((sum, { paid }) => sum + paid, 0),
    underWayPaise: providerRows.reduce((sum, { underWay }) => sum + underWay, 0),
  };
}

/** As a nightly comparison stored it: the newest from before the period, otherwise the oldest. */
async function findEarlierBalance(db: Db, provider: string, since: Date): Promise<KnownBalance | null> {
  const { rows } = await sql<{ known: KnownBalance }>`
    SELECT known
    FROM books_run, jsonb_array_elements(coalesce(result -> 'balances', '[]')) AS known
    WHERE kind = 'reconciliation' AND known ->> 'provider' = ${provider}
    ORDER BY (known ->> 'at')::timestamptz <= ${since} DESC,
      CASE WHEN (known ->> 'at')::timestamptz <= ${since} THEN -books_run.id ELSE books_run.id END
    LIMIT 1`.execute(db);
  return rows[0]?.known ?? null;
}
