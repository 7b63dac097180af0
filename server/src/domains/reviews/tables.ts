import type { Generated } from 'kysely';
import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  rating: {
    place: byJob(),
    columns: {
      plain: `job_id by_user_id about_user_id rated_at uncounted_reason public_id state opened_at replied_at
        filter_version attachment_id`,
      words: 'points comment quality on_time as_agreed manner reply masked',
    },
  },
  review_period: {
    place: byJob(),
    columns: { plain: 'job_id poster_id worker_id due_at reminded_at closed_at' },
  },
};

export interface ReviewPeriodTable {
  job_id: number;
  poster_id: number;
  worker_id: number;
  due_at: Date;
  reminded_at: Generated<Date | null>;
  closed_at: Generated<Date | null>;
}
declare module '../../platform/db/tables.ts' {
  interface Database {
    review_period: ReviewPeriodTable;
  }
}
