import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  contract: {
    place: byJob(),
    columns: {
      plain: `job_id quote_id poster_id worker_id term awarded_at completed_at cancelled_at uncounted_reason
        finish_by`,
      law: { keptFor: 'books', columns: 'total_paise' },
    },
  },
  change_order: {
    place: byJob(),
    columns: { plain: 'job_id id state side turns plan_version opened_at due_at closed_at' },
  },
  change_order_turn: {
    place: byJob(),
    columns: {
      plain: 'job_id change_id turn side finish_by at',
      words: 'changes total_paise note',
    },
  },
  plan_version: {
    place: byJob(),
    columns: {
      plain: 'job_id version finish_by change_id agreed_at',
      law: { keptFor: 'books', columns: 'parts total_paise' },
    },
  },
  milestone_completion: {
    place: byJob(),
    columns: {
      plain: 'id milestone_id round completed_at job_id',
      words: 'note',
    },
  },
  job_ending: {
    place: byJob(),
    columns: {
      plain: 'job_id by_user side started_at waiver',
      words: 'comment',
    },
  },
};
