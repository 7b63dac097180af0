import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getSqlState } from '../db/index.ts';

export const toSqlName = (tableName: string, name?: string): string => {
  const [schema, table] = tableName.includes('.') ? tableName.split('.') : ['public', tableName];
  return `${pg.escapeIdentifier(schema ?? '')}.${pg.escapeIdentifier(name ?? table ?? '')}`;
};

const LOCK_TRIES = 5;

/** While a statement waits for a lock, all others queue behind it: it waits for a moment, and tries again later. */
export async function inOwnerTx<T>(owner: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await owner.query('BEGIN');
    try {
      await owner.query(`SET LOCAL lock_timeout = '2s'`);
      const result = await work();
      await owner.query('COMMIT');
      return result;
    } catch (error) {
      await owner.query('ROLLBACK').catch(() => {});
      const isLock = ['55P03', '40P01'].includes(getSqlState(error) ?? '');
      if (!isLock || attempt === LOCK_TRIES) throw error;
      await sleep(500 * 2 ** attempt);
    }
  }
}

/** Call it in a transaction of `inOwnerTx` before partitions change. */
export const lockForPartitions = (owner: pg.ClientBase, tableName: string, drops = false) =>
  owner.query('SELECT lock_for_partitions($1, $2)', [tableName, drops]);
