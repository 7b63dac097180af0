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

/** The provider's id of the first payment of an order. */
export async function readPaymentId({ db }: World, orderId: string): Promise<string> {
  const row = await db
    .selectFrom('payment')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .executeTakeFirstOrThrow();
  return row.payment_id;
}

export async function readTransferId({ db }: World, withdrawalId: number): Promise<string> {
  const row = await db
    .selectFrom('withdrawal')
    .select('transfer_id')
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
  return row.transfer_id;
}
