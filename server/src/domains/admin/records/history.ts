import { sql } from 'kysely';
import type { RecordEvent } from '@fws/contract/admin/records/model';
import type { Db } from '../../../platform/db/index.ts';
import { nameOfState, whoseDoing, type Step } from './rules.ts';

/** An event of the history, before the names of users are added. */
export interface Happened extends Omit<RecordEvent, 'at' | 'person'> {
  at: Date;
  byUser: number | null;
}

type Told = Partial<Pick<Happened, 'name' | 'amountPaise' | 'by' | 'byUser'>>;

export const happened = (at: Date, subject: string, state: string, told: Told = {}): Happened => ({
  at,
  subject,
  state,
  name: '',
  amountPaise: null,
  byUser: null,
  by: told.byUser === undefined || told.byUser === null ? 'system' : 'person',
  ...told,
});

interface StepRow extends Step {
  subject_id: string;
  at: Date;
}
export type StepsOf = { jobId: number } | { subjects: readonly (readonly [subject: string, id: string])[] };

/** The state changes of a job with all its parts, or of given subjects, in order. `getName` tells subjects of one kind apart. */
export async function stepsOf(
  db: Db,
  of: StepsOf,
  nameOf: (subject: string, id: string) => string,
): Promise<Happened[]> {
  const chosen =
    'jobId' in of
      ? sql`job_id = ${of.jobId}`
      : sql`(subject, subject_id) IN (SELECT * FROM unnest(
          ${of.subjects.map(([subject]) => subject)}::text[], ${of.subjects.map(([, id]) => id)}::text[]))`;
  const { rows } = await sql<StepRow>`
    SELECT subject, subject_id, track, from_state, to_state, by_user, at FROM state_change
    WHERE ${chosen} ORDER BY id`.execute(db);
  return rows.map((row) => {
    const by = whoseDoing(row);
    return happened(row.at, row.subject, nameOfState(row.track, row.to_state), {
      name: nameOf(row.subject, row.subject_id),
      by,
      byUser: by === 'person' ? row.by_user : null,
    });
  });
}

/** Oldest first; events of the same time keep their order. */
export const inOrder = (events: readonly Happened[]): Happened[] =>
  events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
