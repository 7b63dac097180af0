import pg from 'pg';
import { inOwnerTx, lockForPartitions, toSqlName } from './owner.ts';
import type { MonthPartition } from './catalogue.ts';

/**
 * Creates a table that becomes a partition, with the keys, constraints, rights and guards of the others. Replaces what an
 * interrupted run left.
 */
export async function createTable(owner: pg.ClientBase, tableName: string, name: string): Promise<void> {
  const parent = toSqlName(tableName);
  const table = toSqlName(tableName, name);
  await inOwnerTx(owner, async () => {
    const { rows: left } = await owner.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    await lockForPartitions(owner, tableName, left[0]?.exists);
    await owner.query(`DROP TABLE IF EXISTS ${table}`);
    const { rows } = await owner.query<{ example: string }>(
      `SELECT inhrelid::regclass::text AS example FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = $1::regclass AND pg_get_expr(relpartbound, pg_class.oid) <> 'DEFAULT' ORDER BY inhrelid DESC LIMIT 1`,
      [parent],
    );
    await owner.query(
      `CREATE TABLE ${table} (LIKE ${rows[0]?.example} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)`,
    );
    await owner.query('SELECT guard_partition($1, $2)', [tableName, name]);
    // Foreign keys are checked row by row now: to check them while attaching would block the tables they point at.
    const keys = await owner.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conrelid = $1::regclass AND contype = 'f' ORDER BY conname`,
      [parent],
    );
    for (const { name, definition } of keys.rows)
      await owner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
  });
}

/** Adds the check that spares the scan under the lock of ATTACH, and returns how to attach the table. */
export async function prepareToAttach(
  owner: pg.ClientBase,
  { tableName, starts, ends }: MonthPartition,
  name: string,
): Promise<() => Promise<void>> {
  const parent = toSqlName(tableName);
  const table = toSqlName(tableName, name);
  const { rows } = await owner.query<{ key: string; starts: string; ends: string }>(
    `SELECT key, month_bound($2::regclass, key, $3) AS starts, month_bound($2::regclass, key, $4) AS ends
      FROM monthly_table WHERE name = $1`,
    [tableName, parent, starts, ends],
  );
  const bound = rows[0];
  if (!bound) throw new Error(`${tableName} is not partitioned by month`);
  const key = pg.escapeIdentifier(bound.key);
  const lower = bound.starts === 'MINVALUE' ? '' : `${key} >= ${bound.starts} AND `;
  await inOwnerTx(owner, async () => {
    // Citus takes one change at a time.
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS in_month`);
    await owner.query(
      `ALTER TABLE ${table} ADD CONSTRAINT in_month CHECK (${key} IS NOT NULL AND ${lower}${key} < ${bound.ends})`,
    );
  });
  return async () => {
    await owner.query(
      `ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES FROM (${bound.starts}) TO (${bound.ends})`,
    );
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT in_month`);
  };
}
