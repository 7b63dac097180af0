import { byJob, COORDINATOR, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  job: {
    place: byJob('id'),
    columns: {
      plain: `id number poster_id category_id take_work_on closes_on payment_term budget_kind
        budget_from_paise budget_to_paise state verified_at quotes_received attachment_id posted_at
        reviewed_at reviewed_by unlisted held_back filter_version`,
      personal: 'location latitude longitude location_search public_place city',
      words: 'title description skills masked',
    },
  },
  category: {
    place: REFERENCE,
    columns: {
      plain: 'id name name_hi in_person position hidden_at trade',
    },
  },
  poster_record: {
    place: COORDINATOR,
    columns: {
      plain: 'poster_id counted_at',
      personal: `jobs_posted jobs_awarded released_paise quotes_answered answer_seconds releases release_seconds`,
    },
  },
};
