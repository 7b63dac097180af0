import { byJob, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  quote: {
    place: byJob(),
    columns: {
      plain: `id job_id worker_id term proposal_id state created_at decided_at changed_at reminded_at held_back
        filter_version starts_on finish_by visit_date visit_window visit_fee_paise turn turn_at version seen_at
        answered_at`,
      words: 'bid_paise parts work_scope masked cancel_comment',
    },
  },
  quote_history: {
    place: byJob(),
    columns: {
      plain: `job_id quote_id number step turn version term starts_on finish_by visit_date visit_window visit_fee_paise
        filter_version at`,
      words: 'bid_paise parts work_scope note reason masked',
    },
  },
};
