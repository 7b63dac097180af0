import { sql } from 'kysely';
import type { World } from './world.ts';

// What the database holds, for tests that compare replies with its ids and numbers.

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

/** The payments of an order, in the order in which they were received. */
export const listPayments = ({ db }: World, orderId: string) =>
  db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('received_at').execute();

/** The provider's id of the first payment of an order. */
export async function readPaymentId(world: World, orderId: string): Promise<string> {
  const [payment] = await listPayments(world, orderId);
  if (!payment) throw new Error(`no payment of the order ${orderId}`);
  return payment.payment_id;
}

export async function readTransferId({ db }: World, withdrawalId: number): Promise<string> {
  const row = await db
    .selectFrom('withdrawal')
    .select('transfer_id')
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow();
  return row.transfer_id;
}
