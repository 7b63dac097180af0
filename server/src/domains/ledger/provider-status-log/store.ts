import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

/** What a provider reported about money in transit, kept for whoever investigates later. */
export interface ProviderStatus {
  status: string;
  /** The provider's reason, or the id used in the request. Contains no name and no number of a person. */
  note: string;
}

export type LoggedProviderStatus = ProviderStatus & { times: number; firstAt: Date; lastAt: Date };

const LONGEST_NOTE = 200;

/** Counts a repeated status, and adds a row when it changes. `subject`: "refund:ref_m7", "withdrawal:12". */
export async function recordProviderStatus(
  tx: Tx,
  subject: string,
  { status, note }: ProviderStatus,
  now: Date,
): Promise<void> {
  const short = note.slice(0, LONGEST_NOTE);
  await sql`WITH newest AS (
      SELECT id, status, note FROM provider_status_log WHERE subject = ${subject} ORDER BY id DESC LIMIT 1
    ), again AS (
      UPDATE provider_status_log SET times = times + 1, last_at = ${now}
      FROM newest WHERE provider_status_log.id = newest.id AND newest.status = ${status} AND newest.note = ${short}
      RETURNING provider_status_log.id
    )
    INSERT INTO provider_status_log (subject, status, note, first_at, last_at)
    SELECT ${subject}, ${status}, ${short}, ${now}, ${now} WHERE NOT EXISTS (SELECT FROM again)`.execute(tx);
}

const SHOWN_MAX = 50;

/** Newest first. */
export async function listProviderStatuses(
  db: Db | Tx,
  subjects: readonly string[],
): Promise<LoggedProviderStatus[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('provider_status_log')
    .select(['status', 'note', 'times', 'first_at as firstAt', 'last_at as lastAt'])
    .where('subject', 'in', [...subjects])
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
}
