import type { SignalKind } from '@fws/contract/links/model';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import { LINK_RULES } from './rules.ts';

export interface SignalHash {
  kind: SignalKind;
  hash: Buffer;
}

/**
 * Inserts signals of a user, and updates when those last seen before `refreshBefore` were seen. Writes nothing for the
 * others. Returns the new ones.
 */
export async function upsertSignals(
  tx: Tx,
  userId: number,
  signals: readonly SignalHash[],
  { now, refreshBefore }: { now: Date; refreshBefore: Date },
): Promise<SignalHash[]> {
  const kinds = signals.map(({ kind }) => kind);
  const hashes = signals.map(({ hash }) => hash);
  const { rows } = await sql<SignalHash & { is_new: boolean }>`
    INSERT INTO account_signal AS stored (user_id, kind, value_hash, first_seen_at, last_seen_at)
    SELECT ${userId}::bigint, seen.kind, seen.hash, ${now}::timestamptz, ${now}::timestamptz
    FROM unnest(${kinds}::text[], ${hashes}::bytea[]) AS seen (kind, hash)
    WHERE NOT EXISTS (
      SELECT FROM account_signal fresh
      WHERE fresh.user_id = ${userId}::bigint AND fresh.kind = seen.kind AND fresh.value_hash = seen.hash
        AND fresh.last_seen_at > ${refreshBefore}::timestamptz)
    -- Two logins of one user lock the same rows in the same order.
    ORDER BY seen.kind, seen.hash
    ON CONFLICT (user_id, kind, value_hash)
    DO UPDATE SET last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at)
    RETURNING kind, value_hash AS hash, first_seen_at = last_seen_at AS is_new`.execute(tx);
  return rows.filter(({ is_new: isNew }) => isNew);
}

/** Whether another account was seen with one of these. */
export async function isSharedByOthers(
  tx: Tx,
  userId: number,
  signals: readonly SignalHash[],
): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(${signals.map(({ kind }) => kind)}::text[],
        ${signals.map(({ hash }) => hash)}::bytea[]) AS own (kind, hash)
      JOIN account_signal other ON other.kind = own.kind AND other.value_hash = own.hash
      WHERE other.user_id <> ${userId}) AS shared`.execute(tx);
  return rows[0]?.shared === true;
}

/** Moves the rows of all accounts with a value from its hashes under former keys to the one under the current key. */
export async function rekeySignals(
  tx: Tx,
  { kind, hash }: SignalHash,
  formerHashes: readonly Buffer[],
): Promise<void> {
  await sql`
    WITH former AS (
      DELETE FROM account_signal WHERE (user_id, kind, value_hash) IN (
        SELECT user_id, kind, value_hash FROM account_signal
        WHERE kind = ${kind} AND value_hash = ANY (${[...formerHashes]}::bytea[])
        ORDER BY user_id FOR UPDATE)
      RETURNING user_id, first_seen_at, last_seen_at
    )
    INSERT INTO account_signal AS stored (user_id, kind, value_hash, first_seen_at, last_seen_at)
    SELECT user_id, ${kind}, ${hash}::bytea, min(first_seen_at), max(last_seen_at) FROM former
    GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id, kind, value_hash) DO UPDATE
    SET first_seen_at = least(stored.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at)`.execute(tx);
}

/** Whether a value was seen with so many accounts that it links none of them. `signal`: the row's alias. */
function isCommon(signal: string) {
  const { kind, value } = { kind: sql.ref(`${signal}.kind`), value: sql.ref(`${signal}.value_hash`) };
  const limits = Object.entries(LINK_RULES).flatMap(([name, { accountsMax }]) =>
    accountsMax === null
      ? []
      : [
          sql`(${kind} = ${name} AND (SELECT count(*) FROM (
            SELECT FROM account_signal seen WHERE seen.kind = ${kind} AND seen.value_hash = ${value}
            LIMIT ${accountsMax + 1}) accounts) > ${accountsMax})`,
        ],
  );
  return limits.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(limits, sql` OR `)})`;
}

export interface LinkRow {
  user_id: number;
  kind: SignalKind;
  since: Date;
  last_seen_at: Date;
}

/** What a user shares with each of some others, the oldest link of each first. */
export async function listSharedSignals(
  db: Db | Tx,
  userId: number,
  otherIds: readonly number[],
  kinds: readonly SignalKind[],
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    SELECT other.user_id, own.kind, min(greatest(own.first_seen_at, other.first_seen_at)) AS since,
      max(least(own.last_seen_at, other.last_seen_at)) AS last_seen_at
    FROM account_signal own JOIN account_signal other USING (kind, value_hash)
    WHERE own.user_id = ${userId} AND own.kind = ANY (${[...kinds]}::text[])
      AND other.user_id = ANY (${[...otherIds]}::bigint[]) AND other.user_id <> ${userId}
      AND NOT ${isCommon('own')}
    GROUP BY other.user_id, own.kind
    ORDER BY since, other.user_id, own.kind`.execute(db);
  return rows;
}

/** The pairs among these users that share something of these kinds, the lower id first. */
export async function listLinkedPairs(
  db: Db | Tx,
  ids: readonly number[],
  kinds: readonly SignalKind[],
): Promise<[number, number][]> {
  const { rows } = await sql<{ lower: number; higher: number }>`
    SELECT DISTINCT own.user_id AS lower, other.user_id AS higher
    FROM account_signal own JOIN account_signal other USING (kind, value_hash)
    WHERE own.user_id = ANY (${[...ids]}::bigint[]) AND other.user_id = ANY (${[...ids]}::bigint[])
      AND own.user_id < other.user_id AND own.kind = ANY (${[...kinds]}::text[]) AND NOT ${isCommon('own')}`.execute(
    db,
  );
  return rows.map(({ lower, higher }) => [lower, higher]);
}

/** The accounts that share something with a user, those seen together last first. */
export async function listLinkedAccounts(
  db: Db | Tx,
  userId: number,
  kinds: readonly SignalKind[],
  limit: number,
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    WITH shared AS (
      SELECT other.user_id, own.kind, min(greatest(own.first_seen_at, other.first_seen_at)) AS since,
        max(least(own.last_seen_at, other.last_seen_at)) AS last_seen_at
      FROM account_signal own JOIN account_signal other USING (kind, value_hash)
      WHERE own.user_id = ${userId} AND own.kind = ANY (${[...kinds]}::text[]) AND other.user_id <> ${userId}
        AND NOT ${isCommon('own')}
      GROUP BY other.user_id, own.kind
    ), accounts AS (
      SELECT user_id, max(last_seen_at) AS seen_at FROM shared GROUP BY user_id
      ORDER BY seen_at DESC, user_id LIMIT ${limit}
    )
    SELECT shared.* FROM shared JOIN accounts USING (user_id)
    ORDER BY accounts.seen_at DESC, user_id, kind`.execute(db);
  return rows;
}
