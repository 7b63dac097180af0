import { sql } from 'kysely';
import { inLongTx, type Db } from '../../platform/db/index.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { ask, rupees, type Comparing } from './findings.ts';
import type { KnownBalance, NotCompared } from './model.ts';
import { findPayoutGateway } from './transfers.ts';

/**
 * For a provider that lists no transfers: compares what left its account in the period with what our books took out.
 * If more left, there is a transfer we do not know. If less left, money was paid in, and an unknown transfer may hide
 * behind it.
 */
export async function compareBalance(
  context: Comparing,
  gateway: PayoutGateway,
  chargesSince: (at: Date) => Promise<number>,
): Promise<KnownBalance | null> {
  const { found, ports } = context;
  const { provider } = gateway;
  const what = `balance of the payout account at ${provider}`;
  const answer = await ask(found, what, () => gateway.getBalance());
  if (answer === undefined) return null;
  if (answer === null) {
    noteNotCompared(context, { code: 'no_list_or_balance', provider });
    return null;
  }
  const now = {
    provider,
    at: ports.clock.now().toISOString(),
    ...answer,
    ...(await sumPayouts(context, provider)),
  };
  const before = await balanceBefore(context.db, provider, context.asked.since);
  if (!before) {
    noteNotCompared(context, { code: 'no_earlier_balance', provider });
    return now;
  }
  // That balance excludes what left the account before it was stored, as before a restored installation ran again.
  if (new Date(before.at) > context.asked.since)
    noteNotCompared(context, { code: 'balance_known_since', provider, at: before.at });
  const leftPaise = before.balancePaise - now.balancePaise;
  const paidPaise = now.paidPaise - before.paidPaise;
  const mostPaise = paidPaise + now.underWayPaise + (await chargesSince(new Date(before.at)));
  const leastPaise = paidPaise - before.underWayPaise;
  const theirs = `${rupees(leftPaise)} since ${before.at}`;
  if (leftPaise > mostPaise)
    found.compare(`balance:${provider}`, `${what}, what left it`, `at most ${rupees(mostPaise)}`, theirs);
  if (leftPaise < leastPaise) {
    const amountPaise = leastPaise - leftPaise;
    noteNotCompared(context, { code: 'money_came_in', provider, amountPaise, at: before.at });
  }
  return now;
}

/** Not needed if a statement was given, because it shows what a balance cannot. */
function noteNotCompared({ asked, found }: Comparing, what: NotCompared): void {
  if (!asked.statement) found.notCompared.push(what);
}

/** What left the account by our books, and what may have left it. */
async function sumPayouts(
  { db, ports }: Comparing,
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
  const mine = rows.filter(({ mark }) => findPayoutGateway(ports, mark)?.provider === provider);
  return {
    paidPaise: mine.reduce((sum, { paid }) => sum + paid, 0),
    underWayPaise: mine.reduce((sum, { underWay }) => sum + underWay, 0),
  };
}

/** As a nightly comparison stored it: the newest from before the period, otherwise the oldest. */
async function balanceBefore(db: Db, provider: string, since: Date): Promise<KnownBalance | null> {
  const { rows } = await sql<{ known: KnownBalance }>`
    SELECT known
    FROM books_run, jsonb_array_elements(coalesce(result -> 'balances', '[]')) AS known
    WHERE kind = 'reconciliation' AND known ->> 'provider' = ${provider}
    ORDER BY (known ->> 'at')::timestamptz <= ${since} DESC,
      CASE WHEN (known ->> 'at')::timestamptz <= ${since} THEN -books_run.id ELSE books_run.id END
    LIMIT 1`.execute(db);
  return rows[0]?.known ?? null;
}
