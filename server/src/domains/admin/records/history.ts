import { sql } from 'kysely';
import type { RecordEvent } from '@fws/contract/admin/records/schemas';
import type { Db } from '../../../platform/db/index.ts';
import { toStateName, getActor, type Step } from './rules.ts';

/** An event of the history, before the names of users are added. */
export interface HistoryEvent extends Omit<RecordEvent, 'at' | 'person'> {
  at: Date;
  byUser: number | null;
}

type EventDetails = Partial<Pick<HistoryEvent, 'name' | 'amountPaise' | 'by' | 'byUser'>>;

export const createHistoryEvent = (
  at: Date,
  subject: string,
  state: string,
  details: EventDetails = {},
): HistoryEvent => ({
  at,
  subject,
  state,
  name: '',
  amountPaise: null,
  byUser: null,
  by: details.byUser === undefined || details.byUser === null ? 'system' : 'person',
  ...details,
});

interface StepRow extends Step {
  subject_id: string;
  at: Date;
}
export type StepFilter =
  | { jobId: number }
  | { subjects: readonly (readonly [subject: string, id: string])[] };

/** The state changes of a job with all its parts, or of given subjects, in order. `getName` tells subjects of one kind apart. */
export async function listSteps(
  db: Db,
  filter: StepFilter,
  getName: (subject: string, id: string) => string,
): Promise<HistoryEvent[]> {
  const condition =
    'jobId' in filter
      ? sql`job_id = ${filter.jobId}`
      : sql`(subject, subject_id) IN (SELECT * FROM unnest(
          ${filter.subjects.map(([subject]) => subject)}::text[], ${filter.subjects.map(([, id]) => id)}::text[]))`;
  const { rows } = await sql<StepRow>`
    SELECT subject, subject_id, track, from_state, to_state, by_user, at FROM state_change
    WHERE ${condition} ORDER BY id`.execute(db);
  return rows.map((row) => {
    const by = getActor(row);
    return createHistoryEvent(row.at, row.subject, toStateName(row.track, row.to_state), {
      name: getName(row.subject, row.subject_id),
      by,
      byUser: by === 'person' ? row.by_user : null,
    });
  });
}

/** Oldest first; events of the same time keep their order. */
export const sortByTime = (events: readonly HistoryEvent[]): HistoryEvent[] =>
  events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
