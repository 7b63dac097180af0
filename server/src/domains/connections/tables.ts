import { BY_USER, byJob, COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  connection: {
    place: BY_USER,
    columns: {
      plain: 'user_id other_id connected_at',
    },
  },
  shared_job: {
    place: byJob(),
    columns: {
      plain: 'id job_id from_id to_id shared_at thumbs_up_at',
    },
  },
  person_search: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id completed_projects',
      personal: 'words',
    },
  },
};
