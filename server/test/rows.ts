import { sql } from 'kysely';
import type { World } from './world.ts';

// Ids and numbers that the database assigns, for tests that compare whole replies with them.

export async function readJobNumber({ db }: World, jobId: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`SELECT number::text FROM job WHERE id = ${jobId}`.execute(
    db,
  );
  return rows[0]?.number ?? '';
}

/** The ids of the ledger's transactions, oldest first. */
export async function listTxnIds({ db }: World): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM ledger.txn ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}
