import type { Pool } from 'pg';
import type { Operation } from './summary.ts';

export interface PeerRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A running product with its catalogue. */
export interface Peer {
  url: string;
  /** The requests that one client repeats. `turn` counts the measurements of the operation. */
  buildRequests(operation: Operation, client: number, turn: number): PeerRequest[];
  stop: () => void;
}

export const CLIENTS = 8;
/** Details are read of this many different products or jobs. */
export const DETAILS = 500;

/**
 * Copies the rows of a table for each `n` from 2 to `count`. `changes` are the columns that differ, as SQL of `n` and of
 * the row `source`.
 */
export async function multiplyRows(
  pool: Pool,
  table: string,
  count: number,
  changes: Record<string, string>,
): Promise<void> {
  const values = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
  await pool.query(
    `INSERT INTO ${table}
     SELECT (jsonb_populate_record(source, jsonb_build_object(${values.join(', ')}))).*
     FROM ${table} source, generate_series(2, ${count}) n`,
  );
}
