import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  contract: {
    place: byJob(),
    columns: {
      plain: `job_id quote_id poster_id worker_id term awarded_at completed_at cancelled_at uncounted_reason`,
      law: { keptFor: 'books', columns: 'total_paise' },
    },
  },
  milestone_completion: {
    place: byJob(),
    columns: {
      plain: 'id milestone_id round completed_at job_id',
      words: 'note',
    },
  },
  rating: {
    place: byJob(),
    columns: {
      plain: 'job_id by_user_id about_user_id rated_at uncounted_reason public_id',
      words: 'points comment',
    },
  },
  job_ending: {
    place: byJob(),
    columns: {
      plain: 'job_id by_user side started_at',
      words: 'comment',
    },
  },
};
