import { sql } from 'kysely';
import { inLongTx, inTx, type Db, type Tx } from './db/index.ts';
import type { Database } from './db/tables.ts';
import { sealBytes, buildSealHeader, unsealBytes, type Keyring } from './keys.ts';
import type { Log } from './log.ts';

/** A column of values that `seal()` made. A daily task seals the values of former keys again with the current key. */
export interface SealedColumn {
  table: keyof Database;
  primaryKey: string;
  column: string;
  /** The use that its values were sealed for. */
  use: string;
}

const BATCH = 200;

interface SealedRow {
  id: string | number;
  sealed: Buffer;
}

/** Leaves values that no key opens: the key may be restored. */
export async function resealSecrets(
  { db, keyring, log }: { db: Db; keyring: Keyring; log: Log },
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const target of columns) {
    let resealed = 0;
    let unreadable = 0;
    for (let after: SealedRow['id'] | null = null; ;) {
      const from = after;
      const rows: SealedRow[] = await inLongTx(db, (tx) => findFormerlySealed(tx, keyring, target, from));
      const opened = rows.map((row) => ({ ...row, text: unsealBytes(keyring, target.use, row.sealed) }));
      await inTx(db, async (tx) => {
        for (const { text, ...row } of opened)
          if (text !== null) await replaceSealed(tx, target, row, sealBytes(keyring, target.use, text));
      });
      const failed = opened.filter(({ text }) => text === null).length;
      unreadable += failed;
      resealed += rows.length - failed;
      after = rows.at(-1)?.id ?? null;
      if (rows.length < BATCH) break;
    }
    const counts = { table: target.table, column: target.column, resealed, unreadable };
    if (unreadable > 0) log.warn('no key opens some sealed values', counts);
    else log.info('secrets are sealed with the current key', counts);
  }
}

/** Finds values that do not start with the current key's header, in the order of the primary key. */
async function findFormerlySealed(
  tx: Tx,
  keyring: Keyring,
  { table, primaryKey, column }: SealedColumn,
  after: SealedRow['id'] | null,
): Promise<SealedRow[]> {
  const header = buildSealHeader(keyring.current);
  const id = sql.ref(primaryKey);
  const { rows } = await sql<SealedRow>`
    SELECT ${id} AS id, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND substring(${sql.ref(column)} FOR ${sql.lit(header.length)}) <> ${header}
      AND ${after === null ? sql`true` : sql`${id} > ${after}`}
    ORDER BY ${id} LIMIT ${sql.lit(BATCH)}`.execute(tx);
  return rows;
}

/** Leaves a value that has changed since it was read. */
async function replaceSealed(
  tx: Tx,
  { table, primaryKey, column }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed}
    WHERE ${sql.ref(primaryKey)} = ${row.id} AND ${sql.ref(column)} = ${row.sealed}`.execute(tx);
}
