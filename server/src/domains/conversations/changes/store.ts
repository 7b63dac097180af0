import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { planAfterReading } from '../notices/rules.ts';
import { getSide } from '../policy.ts';
import type { ConversationRow, Key, MessageRow } from '../store.ts';

/** Keeps what the message says at present, and stores the new text. Its masked form is stored by itself. */
export async function storeText(
  tx: Tx,
  { job_id: jobId, worker_id: workerId, number, text: before }: MessageRow,
  { text, now }: { text: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('message_version')
    .values({ job_id: jobId, worker_id: workerId, number, text: before, replaced_at: now })
    .execute();
  await updateMessage(tx, { jobId, workerId, number }, { text, edited_at: now });
}

const updateMessage = (
  tx: Tx,
  { jobId, workerId, number }: Key & { number: number },
  changes: { text: string; edited_at: Date } | { taken_back_at: Date },
) =>
  tx
    .updateTable('message')
    .set(changes)
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('number', '=', number)
    .execute();

/** Takes a message back. Where the other side has not seen it, it is not unread any more. The conversation must be locked. */
export async function takeBack(
  tx: Tx,
  conversation: ConversationRow,
  { number, sender_id: senderId }: MessageRow,
  now: Date,
): Promise<void> {
  const { job_id: jobId, worker_id: workerId } = conversation;
  await updateMessage(tx, { jobId, workerId, number }, { taken_back_at: now });
  const isPoster = getSide(conversation, senderId) === 'poster';
  if (number <= (isPoster ? conversation.worker_read : conversation.poster_read)) return;
  const unread = (isPoster ? conversation.worker_unread : conversation.poster_unread) - 1;
  await tx
    .updateTable('conversation')
    .set({
      ...(isPoster ? { worker_unread: unread } : { poster_unread: unread }),
      ...(unread === 0 && planAfterReading(unread, now)),
    })
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .execute();
}

/** What some messages said before, by their numbers, the oldest first. */
export async function listVersions(
  db: Db | Tx,
  { jobId, workerId }: Key,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ number: number; texts: string[] }>`
    SELECT number, array_agg(text ORDER BY id) AS texts FROM message_version
    WHERE job_id = ${jobId} AND worker_id = ${workerId} AND number = ANY(${[...numbers]}::integer[])
    GROUP BY number`.execute(db);
  return new Map(rows.map(({ number, texts }) => [number, texts]));
}
