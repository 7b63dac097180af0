import { sql, type Selectable } from 'kysely';
import { OPEN_QUESTIONS_MAX } from '@fws/contract/conversations/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Key, MessageRow } from '../store.ts';
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

/** Those of a job that wait for an answer, the oldest first; of one worker, or of all up to a limit. */
export async function listOpen(
  db: Db | Tx,
  jobId: number,
  { workerId, limit = OPEN_QUESTIONS_MAX }: { workerId: number | null; limit?: number },
): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    SELECT question.id, job_id, worker_id, question.asked_at, message.text, message.masked, message.filter_version
    FROM job_question question JOIN message USING (job_id, worker_id, number)
    WHERE job_id = ${jobId} AND (${workerId}::bigint IS NULL OR worker_id = ${workerId})
      AND question.answer_number IS NULL AND message.taken_down_at IS NULL
    ORDER BY question.id LIMIT ${limit}`.execute(db);
  return rows;
}

type Masked<Name extends string> = Record<`${Name}_text`, string> &
  Record<`${Name}_masked`, string | null> &
  Record<`${Name}_version`, number>;

/** A question and its answer, with the last names that are hidden in them. */
export type AnsweredRow = Masked<'question'> &
  Masked<'answer'> & { id: number; answered_at: Date; poster_last_name: string; worker_last_name: string };

const ANSWERED = `SELECT shown.id, shown.answered_at,
    asked.text AS question_text, asked.masked AS question_masked, asked.filter_version AS question_version,
    answer.text AS answer_text, answer.masked AS answer_masked, answer.filter_version AS answer_version,
    poster.last_name AS poster_last_name, worker.last_name AS worker_last_name
  FROM job_question shown
  JOIN message asked ON asked.job_id = shown.job_id AND asked.worker_id = shown.worker_id
    AND asked.number = shown.number
  JOIN message answer ON answer.job_id = shown.job_id AND answer.worker_id = shown.worker_id
    AND answer.number = shown.answer_number
  JOIN user_account poster ON poster.id = answer.sender_id
  JOIN user_account worker ON worker.id = shown.worker_id`;

export async function getAnswered(tx: Tx, { job_id: jobId, id }: QuestionRow): Promise<AnsweredRow> {
  const { rows } = await sql<AnsweredRow>`
    ${sql.raw(ANSWERED)} WHERE shown.job_id = ${jobId} AND shown.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`question ${id} of job ${jobId} has no answer`);
  return row;
}

/** Those of a job that everybody who may read it sees, answered last first, up to one row more than the limit. */
export const buildPublicQuery = (
  jobId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
) => ({
  text: `${ANSWERED}
    WHERE shown.job_id = $1 AND shown.is_public
      AND asked.taken_down_at IS NULL AND answer.taken_down_at IS NULL
      ${after ? 'AND (shown.answered_at, shown.id) < ($2::timestamptz, $3::bigint)' : ''}
    ORDER BY shown.answered_at DESC, shown.id DESC LIMIT ${limit + 1}`,
  values: [jobId, ...(after ?? [])],
});

export const listPublic = (db: Db, ...query: Parameters<typeof buildPublicQuery>): Promise<AnsweredRow[]> =>
  read<AnsweredRow>(db, buildPublicQuery(...query));
