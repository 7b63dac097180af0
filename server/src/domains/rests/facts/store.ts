import { sql } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findLinksBetween } from '../../links/index.ts';
import { isFresh, findReachedLimit } from '../limits.ts';
import { DAY_MS, isKnownPair, normaliseMethod, type RestFacts } from '../rules.ts';
import type { RestTerms } from '../terms/store.ts';

/** A release that is about to be made, or is estimated. */
export interface NewRelease {
  payerId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}

interface FactRow {
  payer_created_at: Date;
  payer_identified: boolean;
  worker_created_at: Date;
  worker_identified: boolean;
  releases: number;
  oldest_at: Date | null;
  unrested_paise: number;
  charged_back: boolean;
  first_paid_at: Date | null;
}

/** What counts as money that makes an account known: a release or a payment of this amount or more. */
const selectFacts = (terms: RestTerms, { payerId, workerId, at }: NewRelease) => sql<FactRow>`
  SELECT payer.created_at AS payer_created_at, payer.identity_state = 'verified' AS payer_identified,
    worker.created_at AS worker_created_at, worker.identity_state = 'verified' AS worker_identified,
    pair.releases, pair.oldest_at, pair.unrested_paise,
    EXISTS (SELECT FROM payer_stop s WHERE s.user_id = payer.id AND s.ended_at IS NULL)
      OR EXISTS (SELECT FROM chargeback c JOIN escrow_order o ON o.id = c.order_id
        WHERE o.poster_id = payer.id AND c.state = 'open') AS charged_back,
    (SELECT min(p.received_at) FROM escrow_order o JOIN payment p ON p.order_id = o.id
      WHERE o.poster_id = payer.id AND p.applied AND p.amount_paise >= ${terms.knownReleasePaise}) AS first_paid_at
  FROM user_account payer
  JOIN user_account worker ON worker.id = ${workerId}
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r.amount_paise >= ${terms.knownReleasePaise})::int AS releases,
      min(r.created_at) FILTER (WHERE r.amount_paise >= ${terms.knownReleasePaise}) AS oldest_at,
      coalesce(sum(r.amount_paise) FILTER (WHERE r.rest_days = 0 AND r.reason = 'known'
        AND r.created_at >= ${toIstDate(at)}::date::timestamp AT TIME ZONE 'Asia/Kolkata'), 0)::bigint AS unrested_paise
    FROM wallet_release r WHERE r.payer_id = payer.id AND r.user_id = worker.id
  ) pair
  WHERE payer.id = ${payerId}`;

const countDays = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));

/** What the rules ask about a release, but for how it was paid. */
export async function loadRestFacts(
  db: Db | Tx,
  terms: RestTerms,
  release: NewRelease,
): Promise<Omit<RestFacts, 'method'>> {
  const { payerId, workerId, amountPaise, at } = release;
  const { rows } = await selectFacts(terms, release).execute(db);
  const [row] = rows;
  if (!row) throw new Error(`a release from ${payerId} to ${workerId}, who do not exist`);
  const links = await findLinksBetween(db, payerId, workerId);
  const facts = {
    amountPaise,
    payerDays: countDays(row.payer_created_at, at),
    workerDays: countDays(row.worker_created_at, at),
    payerIdentified: row.payer_identified,
    workerIdentified: row.worker_identified,
    pair: {
      releases: row.releases,
      oldestDays: row.oldest_at && countDays(row.oldest_at, at),
    },
    link: findStrength(links),
    chargedBack: row.charged_back,
    disputed: false,
    unrestedTodayPaise: row.unrested_paise,
    overLimit: isFresh(terms, row.first_paid_at, at) && (await isOverReleaseLimit(db, terms, release)),
  };
  // Whoever is not known anyway need not be asked about open issues.
  const isKnown = isKnownPair(terms, { ...facts, method: null });
  return isKnown ? { ...facts, disputed: await isDisputed(db, payerId, workerId) } : facts;
}

const findStrength = (links: readonly { strength: 'strong' | 'weak' }[]): RestFacts['link'] =>
  links.some(({ strength }) => strength === 'strong') ? 'strong' : links.length > 0 ? 'weak' : 'none';

async function isDisputed(db: Db | Tx, payerId: number, workerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('dispute')
    .select('id')
    .where('state', '=', 'open')
    .where('raised_by', 'in', [payerId, workerId])
    .where('against', 'in', [payerId, workerId])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function isOverReleaseLimit(
  db: Db | Tx,
  terms: RestTerms,
  { payerId, amountPaise, at }: NewRelease,
): Promise<boolean> {
  const hours = Math.max(0, ...terms.limits.map((limit) => (limit.action === 'release' ? limit.hours : 0)));
  if (hours === 0) return false;
  const movements = await db
    .selectFrom('wallet_release')
    .select(['amount_paise as amountPaise', 'created_at as at'])
    .where('payer_id', '=', payerId)
    .where('created_at', '>', new Date(at.getTime() - hours * 3600_000))
    .execute();
  return findReachedLimit(terms, 'release', { movements, amountPaise, now: at }) !== null;
}

/** How the applied payment of each milestone was made. */
export async function findPayMethods(
  db: Db | Tx,
  milestoneIds: readonly number[],
): Promise<Map<number, RestFacts['method']>> {
  const rows = await db
    .selectFrom('escrow_order')
    .innerJoin('payment', 'payment.order_id', 'escrow_order.id')
    .select(['escrow_order.milestone_id', 'payment.method'])
    .where('escrow_order.milestone_id', 'in', [0, ...milestoneIds])
    .where('payment.applied', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.milestone_id ?? 0, normaliseMethod(row.method)]));
}
