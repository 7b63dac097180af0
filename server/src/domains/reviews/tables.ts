import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  rating: {
    place: byJob(),
    columns: {
      plain: 'job_id by_user_id about_user_id rated_at uncounted_reason public_id',
      words: 'points comment',
    },
  },
};
