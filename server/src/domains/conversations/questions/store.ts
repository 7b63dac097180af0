import { sql, type RawBuilder, type Selectable } from 'kysely';
import { OPEN_QUESTIONS_MAX } from '@fws/contract/conversations/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findMessage, toSpan, type Key, type MessageRow } from '../store.ts';
import type { QuestionTable } from '../tables.ts';

export type QuestionRow = Selectable<QuestionTable>;

export async function findQuestion(db: Db | Tx, id: number): Promise<QuestionRow | null> {
  const row = await db.selectFrom('job_question').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function findQuestionAt(
  tx: Tx,
  { jobId, workerId }: Key,
  number: number,
): Promise<QuestionRow | null> {
  const row = await tx
    .selectFrom('job_question')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

/** The message that answers a question. */
export const findAnswer = async (
  tx: Tx,
  { job_id, worker_id, answer_number: number, answered_at: sent_at }: QuestionRow,
): Promise<MessageRow | null> =>
  number === null || sent_at === null
    ? null
    : findMessage(tx, toSpan({ job_id, worker_id, sent_at }), number);

export const insertQuestion = (
  tx: Tx,
  question: Pick<QuestionRow, 'job_id' | 'worker_id' | 'number' | 'asked_at'>,
): Promise<QuestionRow> =>
  tx.insertInto('job_question').values(question).returningAll().executeTakeFirstOrThrow();

export const storeAnswer = (
  tx: Tx,
  { job_id: jobId, id }: QuestionRow,
  answer: Pick<QuestionRow, 'answer_number' | 'answered_at' | 'is_public'>,
): Promise<QuestionRow> =>
  tx
    .updateTable('job_question')
    .set(answer)
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export interface OpenRow extends Pick<MessageRow, 'text' | 'masked' | 'filter_version'> {
  id: number;
  job_id: number;
  worker_id: number;
  asked_at: Date;
}

/** The times of the messages that a statement reads: only their months are planned for. */
interface Period {
  first: Date;
  last: Date;
}

/** The message of a question's conversation that has this number and was sent at this time, by columns of the question. */
const readMessage = (jobId: number, number: string, sentAt: string, { first, last }: Period) => sql`(
  SELECT text, masked, filter_version, sender_id, taken_down_at FROM message
  WHERE job_id = ${jobId} AND worker_id = question.worker_id AND number = ${sql.ref(number)}
    AND sent_at = ${sql.ref(sentAt)} AND sent_at BETWEEN ${first} AND ${last} LIMIT 1)`;

/** Those of a job that wait for an answer, the oldest first; of one worker, or of all up to a limit. */
export async function listOpen(
  db: Db | Tx,
  jobId: number,
  { workerId, limit = OPEN_QUESTIONS_MAX }: { workerId: number | null; limit?: number },
): Promise<OpenRow[]> {
  const waiting = sql`FROM job_question question
    WHERE job_id = ${jobId} AND (${workerId}::bigint IS NULL OR worker_id = ${workerId}) AND answer_number IS NULL`;
  const period = await findPeriod(db, sql`SELECT min(asked_at) AS first, max(asked_at) AS last ${waiting}`);
  if (!period) return [];
  const { rows } = await sql<OpenRow>`
    SELECT question.*, message.text, message.masked, message.filter_version
    FROM (SELECT id, job_id, worker_id, number, asked_at ${waiting}) question
    CROSS JOIN LATERAL ${readMessage(jobId, 'question.number', 'question.asked_at', period)} message
    WHERE message.taken_down_at IS NULL ORDER BY question.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Null: there is nothing to read. */
async function findPeriod(db: Db | Tx, query: RawBuilder<unknown>): Promise<Period | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`${query}`.execute(db);
  const { first = null, last = null } = rows[0] ?? {};
  return first && last && { first, last };
}

type Masked<Name extends string> = Record<`${Name}_text`, string> &
  Record<`${Name}_masked`, string | null> &
  Record<`${Name}_version`, number>;

/** A question and its answer, with the last names that are hidden in them. */
export type AnsweredRow = Masked<'question'> &
  Masked<'answer'> & { id: number; answered_at: Date; poster_last_name: string; worker_last_name: string };

const buildAnsweredQuery = (jobId: number, period: Period) => sql<AnsweredRow>`
  SELECT question.id, question.answered_at,
    asked.text AS question_text, asked.masked AS question_masked, asked.filter_version AS question_version,
    answer.text AS answer_text, answer.masked AS answer_masked, answer.filter_version AS answer_version,
    poster.last_name AS poster_last_name, worker.last_name AS worker_last_name
  FROM job_question question
  CROSS JOIN LATERAL ${readMessage(jobId, 'question.number', 'question.asked_at', period)} asked
  CROSS JOIN LATERAL ${readMessage(jobId, 'question.answer_number', 'question.answered_at', period)} answer
  JOIN user_account poster ON poster.id = answer.sender_id
  JOIN user_account worker ON worker.id = question.worker_id
  WHERE question.job_id = ${jobId}`;

export async function getAnswered(
  tx: Tx,
  { job_id: jobId, id, asked_at: first, answered_at: last }: QuestionRow,
): Promise<AnsweredRow> {
  const { rows } = await sql<AnsweredRow>`
    ${buildAnsweredQuery(jobId, { first, last: last ?? first })} AND question.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`question ${id} of job ${jobId} has no answer`);
  return row;
}

/** Those of a job that everybody who may read it sees, answered last first, up to one row more than the limit. */
export const buildPublicQuery = (
  jobId: number,
  period: Period,
  { after, limit }: { after: CursorKey | null; limit: number },
) => sql<AnsweredRow>`
  ${buildAnsweredQuery(jobId, period)}
    AND question.is_public AND asked.taken_down_at IS NULL AND answer.taken_down_at IS NULL
    ${after ? sql`AND (question.answered_at, question.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``}
  ORDER BY question.answered_at DESC, question.id DESC LIMIT ${limit + 1}`;

export async function listPublic(
  db: Db,
  jobId: number,
  page: { after: CursorKey | null; limit: number },
): Promise<AnsweredRow[]> {
  const period = await findPeriod(
    db,
    sql`SELECT min(asked_at) AS first, max(answered_at) AS last FROM job_question WHERE job_id = ${jobId} AND is_public`,
  );
  return period ? (await buildPublicQuery(jobId, period, page).execute(db)).rows : [];
}
