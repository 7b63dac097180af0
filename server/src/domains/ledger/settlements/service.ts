import { sql, type Selectable } from 'kysely';
import { settlementLifecycle } from '@fws/contract/admin/ledger/lifecycle';
import { formatRupees } from '@fws/contract/platform/display';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { SettlementTable } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BY_PROVIDER, createTransition } from '../../../platform/transition.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewaySettlement, PaymentGateway } from '../../../ports/payment-gateway.ts';
import { providerSettled, settlementReversed } from '../postings/provider.ts';
import { recordProviderStatus } from '../provider-status-log/store.ts';
import { postOrThrow } from '../store.ts';
import { openCase } from '../cases/service.ts';

/** Banks send settlements back within days. */
const LOOKBACK_MS = 7 * 24 * 3600_000;
/** The limit if no settlement shows since when checks may have been missed. */
const LOOKBACK_MAX_MS = 60 * 24 * 3600_000;
const PAGES_MAX = 50;

/** Task: fetches a settlement from the provider and books it. */
export async function checkSettlement(deps: Deps, provider: string, settlementId: string): Promise<void> {
  const reported = await getPaymentGateway(deps.ports, provider).getSettlement(settlementId);
  if (reported) await bookSettlement(deps, provider, reported);
}

/** Task: books settlements whose webhooks were missed. */
export async function reconcileSettlements(deps: Deps): Promise<void> {
  for (const gateway of await listGatewaysInUse(deps)) await reconcileGateway(deps, gateway);
}

/** The providers that ever took a payment for us. No other provider has our money. */
export async function listGatewaysInUse({
  db,
  ports,
}: Pick<Deps, 'db' | 'ports'>): Promise<PaymentGateway[]> {
  const { rows } = await sql<{ provider: string }>`
    SELECT known.provider FROM unnest(${[ports.payments.provider, ports.otherPayments?.provider ?? '']}::text[]) AS known (provider)
    WHERE EXISTS (SELECT FROM payment WHERE payment.provider = known.provider)`.execute(db);
  const inUse = new Set(rows.map(({ provider }) => provider));
  return [ports.payments, ports.otherPayments].filter(
    (gateway): gateway is PaymentGateway => gateway !== null && inUse.has(gateway.provider),
  );
}

async function reconcileGateway(deps: Deps, gateway: PaymentGateway): Promise<void> {
  const until = deps.ports.clock.now();
  const from = await findListStart(deps, gateway.provider, until);
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query: Parameters<PaymentGateway['listSettlements']>[0] = { from, until, cursor };
    const { settlements, next } = await gateway.listSettlements(query);
    for (const reported of settlements) await bookSettlement(deps, gateway.provider, reported);
    if (next === null || settlements.length === 0) return;
    cursor = next;
  }
  deps.log.error('settlement list exceeds the page limit', null, { pages: PAGES_MAX });
}

/**
 * Starts some days before the newest settlement that is some days old. Whatever came while nothing ran is newer than
 * that, even if a webhook about a still newer one came first.
 */
async function findListStart({ db }: Deps, provider: string, now: Date): Promise<Date> {
  const old = new Date(now.getTime() - LOOKBACK_MS);
  const newest = await db
    .selectFrom('settlement')
    .select('settled_at')
    .where('provider', '=', provider)
    .where('settled_at', '<', old)
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const atMost = now.getTime() - LOOKBACK_MAX_MS;
  return new Date(Math.max((newest?.settled_at.getTime() ?? 0) - LOOKBACK_MS, atMost));
}

/**
 * States only move forward: received, then possibly sent back by our bank. A failed or pending settlement has moved
 * nothing.
 */
function bookSettlement(deps: Deps, provider: string, reported: GatewaySettlement): Promise<void> {
  const now = deps.ports.clock.now();
  const { status } = reported;
  const hasArrived = status === 'success' || status === 'reversed';
  const at = reported.settledAt ?? now;
  return inTx(deps.db, async (tx) => {
    const isNew = hasArrived && (await insertSettlement(tx, provider, reported, at));
    const row = await lockSettlement(tx, provider, reported.settlementId);
    if (!row) return;
    const note = `${formatRupees(reported.settledPaise, { paise: true })} ${reported.utr ?? ''}`.trim();
    await recordProviderStatus(tx, `settlement:${provider}:${reported.settlementId}`, { status, note }, now);
    const booked = {
      provider,
      settlementId: reported.settlementId,
      settledPaise: row.settled_paise,
      feePaise: row.fee_paise,
      gstPaise: row.gst_paise,
    };
    const movesMoney = [booked.settledPaise, booked.feePaise, booked.gstPaise].some((paise) => paise !== 0);
    if (isNew && movesMoney) await postOrThrow(tx, providerSettled({ ...booked, at }));
    const isReversal = status === 'reversed' && row.state === 'received';
    if (isReversal) {
      if (movesMoney) await postOrThrow(tx, settlementReversed({ ...booked, at: now }));
      await transitionSettlements(tx, [row], 'reverse', { by: BY_PROVIDER, at: now });
    }
    const oddity = isReversal
      ? 'our bank sent it back'
      : findOddity(reported, { ...booked, isReversed: row.state === 'reversed' });
    if (oddity === null) return;
    const opsCase = { subject: `${provider}:${reported.settlementId}`, amountPaise: row.settled_paise };
    await openCase(tx, { kind: 'settlement_odd', ...opsCase, detail: oddity }, now, { skipIfResolved: true });
  });
}

function findOddity(
  reported: GatewaySettlement,
  booked: { settledPaise: number; feePaise: number; gstPaise: number; isReversed: boolean },
): string | null {
  const isSame =
    reported.settledPaise === booked.settledPaise &&
    reported.feePaise === booked.feePaise &&
    reported.gstPaise === booked.gstPaise;
  if (!isSame) return 'the provider says other amounts than before';
  return !booked.isReversed && (reported.status === 'failed' || reported.status === 'pending')
    ? `it was received, and now the provider calls it ${reported.status}`
    : null;
}

/** False if it was stored before. */
async function insertSettlement(
  tx: Tx,
  provider: string,
  reported: GatewaySettlement,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('settlement')
    .values({
      provider,
      settlement_id: reported.settlementId,
      state: 'received',
      settled_paise: reported.settledPaise,
      fee_paise: reported.feePaise,
      gst_paise: reported.gstPaise,
      utr: reported.utr,
      settled_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'settlement_id']).doNothing())
    .returning('settlement_id')
    .executeTakeFirst();
  return row !== undefined;
}

const transitionSettlements = createTransition({
  lifecycle: settlementLifecycle,
  table: 'settlement',
  key: ['provider', 'settlement_id'],
  column: 'state',
  toSubject: (row: Pick<Selectable<SettlementTable>, 'provider' | 'settlement_id' | 'state'>) => ({
    subject: 'settlement',
    subjectId: `${row.provider}:${row.settlement_id}`,
    jobId: null,
  }),
});

const lockSettlement = (tx: Tx, provider: string, settlementId: string) =>
  tx
    .selectFrom('settlement')
    .selectAll()
    .where('provider', '=', provider)
    .where('settlement_id', '=', settlementId)
    .forUpdate()
    .executeTakeFirst();
