import { BY_USER, byJob, COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  search_job: {
    place: COORDINATOR,
    columns: {
      plain: 'job_id version change posted_at closes_on budget_from_paise budget_to_paise',
      personal: 'latitude longitude',
      words: 'tokens',
    },
  },
  search_state: {
    place: COORDINATOR,
    columns: {
      plain: 'id last_change merged_change generation',
    },
  },
  search_segment: {
    place: COORDINATOR,
    columns: {
      plain: 'id jobs removed retired_at',
    },
  },
  search_list: {
    place: COORDINATOR,
    columns: {
      plain: 'name segment_id',
      words: 'data',
    },
  },
  search_term: {
    place: COORDINATOR,
    columns: {
      plain: 'kind key text version',
    },
  },
  saved_job: {
    place: byJob(),
    columns: {
      plain: 'user_id job_id',
      personal: 'saved_at',
    },
  },
  saved_search: {
    place: BY_USER,
    columns: {
      plain: 'id user_id created_at digest alert_keys',
      personal: `search location latitude longitude centre_latitude centre_longitude radius_km category_id
        budget_from_paise budget_to_paise closes_within_days frequency label`,
    },
  },
  search_alert: {
    place: byJob(),
    columns: {
      plain: 'user_id job_id search_id found_at told_at',
    },
  },
};
