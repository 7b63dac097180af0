import { byJob, COORDINATOR, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  dispute: {
    place: byJob(),
    columns: {
      plain: `id job_id raised_by against state ending raised_at documents_due_at review_due_at closed_at
        settled_by origin waits_for_fws`,
      words: 'issue details reason',
    },
  },
  dispute_comment: {
    place: REFERENCE,
    columns: {
      plain: 'id dispute_id user_id added_at cited_number cited_is_own cited_photos cited_sent_at',
      words: 'body cited_text cited_file_name',
    },
  },
  dispute_document: {
    place: REFERENCE,
    columns: {
      plain: 'file_id dispute_id user_id added_at',
    },
  },
  dispute_milestone: {
    place: byJob(),
    columns: {
      plain: 'job_id dispute_id milestone_id lifted_at',
    },
  },
  dispute_part: {
    place: COORDINATOR,
    columns: {
      plain: 'dispute_id milestone_id',
      law: { keptFor: 'books', columns: 'to_worker_paise to_poster_paise' },
    },
  },
};
