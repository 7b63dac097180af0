import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { planAfterReading } from '../notices/rules.ts';
import { getChangesEnd, getSide } from '../policy.ts';
import { findTimes, pickLater } from '../rules.ts';
import { type ConversationRow, type Key, type MessageRow } from '../store.ts';

/** Keeps what the message says at present, and stores the new text. Its masked form is stored by itself. */
export async function storeText(
  tx: Tx,
  message: MessageRow,
  { text, now }: { text: string; now: Date },
): Promise<void> {
  const { job_id, worker_id, number, text: before, sent_at: sentAt } = message;
  const version = { job_id, worker_id, number, text: before, replaced_at: pickLater(sentAt, now) };
  await tx.insertInto('message_version').values(version).execute();
  await updateMessage(tx, message, { text, edited_at: now });
}

const updateMessage = (
  tx: Tx,
  { job_id: jobId, worker_id: workerId, number, sent_at: sentAt }: MessageRow,
  changes: { text: string; edited_at: Date } | { taken_back_at: Date },
) =>
  tx
    .updateTable('message')
    .set(changes)
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('sent_at', '=', sentAt)
    .where('number', '=', number)
    .execute();

/** Takes a message back. Where the other side has not seen it, it is not unread any more. The conversation must be locked. */
export async function takeBack(
  tx: Tx,
  conversation: ConversationRow,
  message: MessageRow,
  now: Date,
): Promise<void> {
  const { job_id: jobId, worker_id: workerId } = conversation;
  const { number, sender_id: senderId } = message;
  await updateMessage(tx, message, { taken_back_at: now });
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

type Changed = Pick<MessageRow, 'number' | 'sent_at'>;

/** A version is in the month of the change, which ends minutes after the message. */
export function buildVersionsQuery({ jobId, workerId }: Key, messages: readonly Changed[]) {
  const { first, last } = findTimes(messages.map((message) => message.sent_at));
  return sql<{ number: number; texts: string[] }>`
    SELECT number, array_agg(text ORDER BY id) AS texts FROM message_version
    WHERE job_id = ${jobId} AND worker_id = ${workerId} AND number = ANY(${messages.map(({ number }) => number)}::integer[])
      AND replaced_at BETWEEN ${first} AND ${getChangesEnd({ sent_at: last })}
    GROUP BY number`;
}

/** What some messages of a conversation said before, by their numbers, the oldest first. */
export async function listVersions(
  db: Db | Tx,
  key: Key,
  messages: readonly Changed[],
): Promise<Map<number, string[]>> {
  if (messages.length === 0) return new Map();
  const { rows } = await buildVersionsQuery(key, messages).execute(db);
  return new Map(rows.map(({ number, texts }) => [number, texts]));
}
