import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/** What a provider reported about money in transit, kept for whoever investigates later. */
export interface ProviderAnswer {
  said: string;
  /** The provider's reason, or the id used in the request. Contains no name and no number of a person. */
  note: string;
}

export type AnswerRow = ProviderAnswer & { times: number; firstAt: Date; lastAt: Date };

const LONGEST_NOTE = 200;

/** Counts a repeated status, and adds a row when it changes. `subject`: "refund:ref_m7", "withdrawal:12". */
export async function heard(
  tx: Tx,
  subject: string,
  { said, note }: ProviderAnswer,
  now: Date,
): Promise<void> {
  const short = note.slice(0, LONGEST_NOTE);
  await sql`WITH newest AS (
      SELECT id, said, note FROM provider_answer WHERE subject = ${subject} ORDER BY id DESC LIMIT 1
    ), again AS (
      UPDATE provider_answer SET times = times + 1, last_at = ${now}
      FROM newest WHERE provider_answer.id = newest.id AND newest.said = ${said} AND newest.note = ${short}
      RETURNING provider_answer.id
    )
    INSERT INTO provider_answer (subject, said, note, first_at, last_at)
    SELECT ${subject}, ${said}, ${short}, ${now}, ${now} WHERE NOT EXISTS (SELECT FROM again)`.execute(tx);
}

const SHOWN_MAX = 50;

/** Newest first. */
export async function answersAbout(db: Db | Tx, subjects: readonly string[]): Promise<AnswerRow[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('provider_answer')
    .select(['said', 'note', 'times', 'first_at as firstAt', 'last_at as lastAt'])
    .where('subject', 'in', [...subjects])
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
}
