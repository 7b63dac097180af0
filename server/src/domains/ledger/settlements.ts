import { sql } from 'kysely';
import { formatRupees } from '@fws/contract/platform/display';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { GatewaySettlement, PaymentGateway } from '../../ports/payment-gateway.ts';
import { providerSettled, settlementReversed } from './provider-postings.ts';
import { heard } from './answers.ts';
import { post } from './store.ts';
import { openCase } from './ops-cases.ts';

/** Banks send settlements back within days. */
const LOOKED_BACK_MS = 7 * 24 * 3600_000;
/** The limit if no settlement shows since when checks may have been missed. */
const LOOKED_BACK_AT_MOST_MS = 60 * 24 * 3600_000;
const PAGES_MAX = 50;

/** Task: fetches a settlement from the provider and books it. */
export async function checkSettlement(deps: Deps, provider: string, settlementId: string): Promise<void> {
  const word = await paymentsBy(deps.ports, provider).getSettlement(settlementId);
  if (word) await bookSettlement(deps, provider, word);
}

/** Task: books settlements whose webhooks were missed. */
export async function reconcileSettlements(deps: Deps): Promise<void> {
  for (const gateway of await gatewaysInUse(deps)) await lookThrough(deps, gateway);
}

/** The providers that ever took a payment for us. No other provider has our money. */
export async function gatewaysInUse({ db, ports }: Pick<Deps, 'db' | 'ports'>): Promise<PaymentGateway[]> {
  const { rows } = await sql<{ provider: string }>`
    SELECT known.provider FROM unnest(${[ports.payments.provider, ports.otherPayments?.provider ?? '']}::text[]) AS known (provider)
    WHERE EXISTS (SELECT FROM payment WHERE payment.provider = known.provider)`.execute(db);
  const inUse = new Set(rows.map(({ provider }) => provider));
  return [ports.payments, ports.otherPayments].filter(
    (gateway): gateway is PaymentGateway => gateway !== null && inUse.has(gateway.provider),
  );
}

async function lookThrough(deps: Deps, gateway: PaymentGateway): Promise<void> {
  const until = deps.ports.clock.now();
  const from = await lookedThroughUntil(deps, gateway.provider, until);
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const asked: Parameters<PaymentGateway['listSettlements']>[0] = { from, until, cursor };
    const { settlements, next } = await gateway.listSettlements(asked);
    for (const word of settlements) await bookSettlement(deps, gateway.provider, word);
    if (next === null || settlements.length === 0) return;
    cursor = next;
  }
  deps.log.error('settlement list exceeds the page limit', null, { pages: PAGES_MAX });
}

/**
 * Starts some days before the newest settlement that is some days old. Whatever came while nothing ran is newer than
 * that, even if a webhook about a still newer one came first.
 */
async function lookedThroughUntil({ db }: Deps, provider: string, now: Date): Promise<Date> {
  const old = new Date(now.getTime() - LOOKED_BACK_MS);
  const newest = await db
    .selectFrom('settlement')
    .select('settled_at')
    .where('provider', '=', provider)
    .where('settled_at', '<', old)
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const atMost = now.getTime() - LOOKED_BACK_AT_MOST_MS;
  return new Date(Math.max((newest?.settled_at.getTime() ?? 0) - LOOKED_BACK_MS, atMost));
}

/**
 * States only move forward: received, then possibly sent back by our bank. A failed or pending settlement has moved
 * nothing.
 */
function bookSettlement(deps: Deps, provider: string, word: GatewaySettlement): Promise<void> {
  const now = deps.ports.clock.now();
  const { status } = word;
  const hasArrived = status === 'success' || status === 'reversed';
  const at = word.settledAt ?? now;
  return inTx(deps.db, async (tx) => {
    const isNew = hasArrived && (await insertSettlement(tx, provider, word, at));
    const known = await lockSettlement(tx, provider, word.settlementId);
    if (!known) return;
    const note = `${formatRupees(word.settledPaise, { paise: true })} ${word.utr ?? ''}`.trim();
    await heard(tx, `settlement:${provider}:${word.settlementId}`, { said: status, note }, now);
    const booked = {
      provider,
      settlementId: word.settlementId,
      settledPaise: known.settled_paise,
      feePaise: known.fee_paise,
      gstPaise: known.gst_paise,
    };
    const movesMoney = [booked.settledPaise, booked.feePaise, booked.gstPaise].some((paise) => paise !== 0);
    if (isNew && movesMoney) await mustPost(tx, providerSettled({ ...booked, at }));
    const isReversal = status === 'reversed' && known.state === 'received';
    if (isReversal) {
      if (movesMoney) await mustPost(tx, settlementReversed({ ...booked, at: now }));
      await tx
        .updateTable('settlement')
        .set({ state: 'reversed' })
        .where('provider', '=', provider)
        .where('settlement_id', '=', word.settlementId)
        .execute();
    }
    const oddity = isReversal
      ? 'our bank sent it back'
      : oddityOf(word, { ...booked, isReversed: known.state === 'reversed' });
    if (oddity === null) return;
    const matter = { subject: `${provider}:${word.settlementId}`, amountPaise: known.settled_paise };
    await openCase(tx, { kind: 'settlement_odd', ...matter, detail: oddity }, now, { unlessSeenTo: true });
  });
}

function oddityOf(
  word: GatewaySettlement,
  booked: { settledPaise: number; feePaise: number; gstPaise: number; isReversed: boolean },
): string | null {
  const isSame =
    word.settledPaise === booked.settledPaise &&
    word.feePaise === booked.feePaise &&
    word.gstPaise === booked.gstPaise;
  if (!isSame) return 'the provider says other amounts than before';
  return !booked.isReversed && (word.status === 'failed' || word.status === 'pending')
    ? `it was received, and now the provider calls it ${word.status}`
    : null;
}

async function mustPost(tx: Tx, posting: Parameters<typeof post>[1]): Promise<void> {
  const posted = await post(tx, posting);
  if (!posted.ok) throw new Error(`${posting.key}: ${posted.reason}`);
}

/** False if it was stored before. */
async function insertSettlement(
  tx: Tx,
  provider: string,
  word: GatewaySettlement,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('settlement')
    .values({
      provider,
      settlement_id: word.settlementId,
      state: 'received',
      settled_paise: word.settledPaise,
      fee_paise: word.feePaise,
      gst_paise: word.gstPaise,
      utr: word.utr,
      settled_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'settlement_id']).doNothing())
    .returning('settlement_id')
    .executeTakeFirst();
  return row !== undefined;
}

const lockSettlement = (tx: Tx, provider: string, settlementId: string) =>
  tx
    .selectFrom('settlement')
    .selectAll()
    .where('provider', '=', provider)
    .where('settlement_id', '=', settlementId)
    .forUpdate()
    .executeTakeFirst();
