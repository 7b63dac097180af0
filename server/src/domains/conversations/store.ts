import { sql, type Selectable } from 'kysely';
import { FILTER_VERSION } from '../../platform/contact-filter/index.ts';
import { runPrepared, type Db, type Tx } from '../../platform/db/index.ts';
import { planAfterMessage, planAfterReading } from './notices/rules.ts';
import { getUserId, type Side } from './policy.ts';
import { findTimes, pickLater } from './rules.ts';
import type { ConversationTable, MessageTable } from './tables.ts';

export type ConversationRow = Selectable<ConversationTable>;
export type MessageRow = Selectable<MessageTable>;

const COLUMNS = [
  'job_id',
  'worker_id',
  'poster_id',
  'id',
  'last_number',
  'started_at',
  'last_at',
  'poster_read',
  'worker_read',
  'poster_unread',
  'worker_unread',
  'notify_at',
  'notified_at',
  'masked_version',
  'poster_muted',
  'worker_muted',
  'poster_archived',
  'worker_archived',
] as const satisfies readonly (keyof ConversationTable)[];

const MESSAGE_COLUMNS = [
  'job_id',
  'worker_id',
  'number',
  'sender_id',
  'client_id',
  'text',
  'masked',
  'filter_version',
  'sent_at',
  'taken_down_at',
  'edited_at',
  'taken_back_at',
  'attachment_id',
] as const satisfies readonly (keyof MessageTable)[];

/** Names a conversation. */
export interface Key {
  jobId: number;
  workerId: number;
}

/** Names a conversation, or one moment of it, and the time of its messages: so only the months of this time are read. */
export type Span = Pick<ConversationRow, 'job_id' | 'worker_id' | 'started_at' | 'last_at'>;

/** The span of one message. */
export const toSpan = ({
  job_id,
  worker_id,
  sent_at,
}: Pick<MessageRow, 'job_id' | 'worker_id' | 'sent_at'>): Span => ({
  job_id,
  worker_id,
  started_at: sent_at,
  last_at: sent_at,
});

export async function findConversation(
  db: Db | Tx,
  { jobId, workerId }: Key,
): Promise<ConversationRow | null> {
  const [row] = await runPrepared(db, buildFind(db, { jobId, workerId }));
  return row ?? null;
}

const buildFind = (db: Db | Tx, { jobId, workerId }: Key) =>
  db.selectFrom('conversation').select(COLUMNS).where('job_id', '=', jobId).where('worker_id', '=', workerId);

/** Creates it if there is none and locks it, so that messages that are sent at the same moment have an order. */
export async function lockConversation(
  tx: Tx,
  { jobId, workerId, posterId, now }: Key & { posterId: number; now: Date },
): Promise<ConversationRow> {
  const key = { job_id: jobId, worker_id: workerId };
  const locked = await lockRow(tx, { jobId, workerId });
  if (locked) return locked;
  await tx
    .insertInto('conversation')
    .values({ ...key, poster_id: posterId, started_at: now, last_at: now, masked_version: FILTER_VERSION })
    .onConflict((conflict) => conflict.columns(['job_id', 'worker_id']).doNothing())
    .execute();
  const created = await lockRow(tx, { jobId, workerId });
  if (!created) throw new Error(`the conversation of job ${jobId} and worker ${workerId} is gone`);
  return created;
}

export async function lockRow(tx: Tx, key: Key): Promise<ConversationRow | undefined> {
  const [row] = await runPrepared(tx, buildFind(tx, key).forUpdate());
  return row;
}

/** What somebody sent by this client id before. Its key is deleted after months, when no client sends it again. */
export async function findSent(
  tx: Tx,
  { jobId, workerId }: Key,
  { senderId, clientId }: { senderId: number; clientId: string },
): Promise<MessageRow | null> {
  const [key] = await runPrepared(
    tx,
    tx
      .selectFrom('message_key')
      .select(['job_id', 'worker_id', 'number', 'sent_at'])
      .where('job_id', '=', jobId)
      .where('worker_id', '=', workerId)
      .where('sender_id', '=', senderId)
      .where('client_id', '=', clientId),
  );
  return key ? findMessage(tx, toSpan(key), key.number) : null;
}

const selectMessages = (db: Db | Tx, { job_id: jobId, worker_id: workerId, started_at, last_at }: Span) =>
  db
    .selectFrom('message')
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('sent_at', '>=', started_at)
    .where('sent_at', '<=', last_at);

export async function findMessage(db: Db | Tx, span: Span, number: number): Promise<MessageRow | null> {
  const [row] = await runPrepared(
    db,
    selectMessages(db, span).select(MESSAGE_COLUMNS).where('number', '=', number),
  );
  return row ?? null;
}

/** Takes a message down, or puts it back with null. False where it is so already. */
export async function setTakenDown(
  tx: Tx,
  { job_id: jobId, worker_id: workerId, number, sent_at }: MessageRow,
  at: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('message')
    .set({ taken_down_at: at })
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('sent_at', '=', sent_at)
    .where('number', '=', number)
    .where('taken_down_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores the next message of a conversation, which must be locked. Its sender has seen the others. It brings the
 * conversation back from the archive of the other side. No message is sent before the one with the number before it,
 * whatever the clocks of two processes say.
 */
export async function insertMessage(
  tx: Tx,
  conversation: ConversationRow,
  side: Side,
  message: Omit<
    MessageRow,
    'job_id' | 'worker_id' | 'number' | 'taken_down_at' | 'edited_at' | 'taken_back_at'
  >,
): Promise<MessageRow> {
  const { job_id: jobId, worker_id: workerId, last_number: lastNumber } = conversation;
  const number = lastNumber + 1;
  const seen =
    side === 'poster' ? { poster_read: number, poster_unread: 0 } : { worker_read: number, worker_unread: 0 };
  const unread = 1 + (side === 'poster' ? conversation.worker_unread : conversation.poster_unread);
  const unseen = side === 'poster' ? { worker_unread: unread } : { poster_unread: unread };
  const back = side === 'poster' ? { worker_archived: false } : { poster_archived: false };
  const sentAt = pickLater(conversation.last_at, message.sent_at);
  const notice = planAfterMessage(conversation, unread, sentAt);
  await runPrepared(
    tx,
    tx
      .updateTable('conversation')
      .set({ last_number: number, last_at: sentAt, ...seen, ...unseen, ...back, ...notice })
      .where('job_id', '=', jobId)
      .where('worker_id', '=', workerId),
  );
  const place = { job_id: jobId, worker_id: workerId, number, sent_at: sentAt };
  const { sender_id, client_id } = message;
  await runPrepared(tx, tx.insertInto('message_key').values({ ...place, sender_id, client_id }));
  const [inserted] = await runPrepared(
    tx,
    tx
      .insertInto('message')
      .values({ ...message, ...place })
      .returning(MESSAGE_COLUMNS),
  );
  if (!inserted) throw new Error(`message ${number} about job ${jobId} was not stored`);
  return inserted;
}

interface MaskedForm {
  number: number;
  sent_at: Date;
  masked: string | null;
}

export function buildMaskedQuery(
  { jobId, workerId }: Key,
  forms: readonly MaskedForm[],
  filterVersion: number,
) {
  const { first, last } = findTimes(forms.map((form) => form.sent_at));
  return sql`
    UPDATE message SET masked = form.masked, filter_version = ${filterVersion}
    FROM unnest(
      ${forms.map(({ number }) => number)}::integer[], ${forms.map(({ masked }) => masked)}::text[])
      AS form (number, masked)
    WHERE job_id = ${jobId} AND worker_id = ${workerId} AND message.number = form.number
      AND sent_at BETWEEN ${first} AND ${last}`;
}

/** Stores the masked forms of some messages of a conversation. */
export async function storeMasked(tx: Tx, ...query: Parameters<typeof buildMaskedQuery>): Promise<void> {
  await buildMaskedQuery(...query).execute(tx);
}

/** The newest first, up to one row more than the limit. `before`: the number of the last one that was read. */
export const buildMessagesQuery = (
  db: Db | Tx,
  span: Span,
  { before, limit }: { before: number | null; limit: number },
) =>
  selectMessages(db, span)
    .select(MESSAGE_COLUMNS)
    .$if(before !== null, (messages) => messages.where('number', '<', before))
    .orderBy('number', 'desc')
    .limit(limit + 1);

export const listMessages = (...query: Parameters<typeof buildMessagesQuery>): Promise<MessageRow[]> =>
  runPrepared(query[0], buildMessagesQuery(...query));

/** Marks what the side has not seen up to a number. False where nothing changed. The conversation must be locked. */
export async function markRead(
  tx: Tx,
  conversation: ConversationRow,
  side: Side,
  { upTo, now }: { upTo: number; now: Date },
): Promise<boolean> {
  const { job_id: jobId, worker_id: workerId, last_number: lastNumber } = conversation;
  const number = Math.min(upTo, lastNumber);
  if (number <= (side === 'poster' ? conversation.poster_read : conversation.worker_read)) return false;
  const { count } = await selectMessages(tx, conversation)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('number', '>', number)
    .where('sender_id', '<>', getUserId(conversation, side))
    .where('taken_back_at', 'is', null)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('conversation')
    .set({
      ...(side === 'poster'
        ? { poster_read: number, poster_unread: count }
        : { worker_read: number, worker_unread: count }),
      ...planAfterReading(count, now),
    })
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .execute();
  return true;
}

export const toName = ({ jobId, workerId }: Key): string => `${jobId}-${workerId}`;
export const getByKey = <Value>(values: ReadonlyMap<string, Value>, key: Key): Value | undefined =>
  values.get(toName(key));

export function buildLastQuery(
  rows: readonly Pick<ConversationRow, 'job_id' | 'worker_id' | 'last_number' | 'last_at'>[],
) {
  const { first, last } = findTimes(rows.map((row) => row.last_at));
  return sql<MessageRow>`
    SELECT message.* FROM message JOIN unnest(
      ${rows.map((row) => row.job_id)}::bigint[], ${rows.map((row) => row.worker_id)}::bigint[],
      ${rows.map((row) => row.last_number)}::integer[], ${rows.map((row) => row.last_at)}::timestamptz[])
      AS newest (job_id, worker_id, number, sent_at)
    USING (job_id, worker_id, number, sent_at)
    WHERE message.sent_at BETWEEN ${first} AND ${last}`;
}

/** The newest message of each conversation. */
export async function loadLast(db: Db, rows: readonly ConversationRow[]): Promise<Map<string, MessageRow>> {
  if (rows.length === 0) return new Map();
  const { rows: messages } = await buildLastQuery(rows).execute(db);
  return new Map(
    messages.map((message) => [toName({ jobId: message.job_id, workerId: message.worker_id }), message]),
  );
}
