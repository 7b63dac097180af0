import { BY_USER, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  profile: {
    place: BY_USER,
    columns: {
      plain: 'user_id resume_id changed_at',
      personal: `qualification age gender native_location web_link about inexperienced is_ready ready_from
        rate_paise rate_type additional_condition radius is_public`,
    },
  },
  profile_category: {
    place: BY_USER,
    columns: {
      plain: 'user_id',
      personal: 'category_id',
    },
  },
  work_experience: {
    place: BY_USER,
    columns: {
      plain: 'user_id position',
      personal: 'year_tenths company from_date to_date',
    },
  },
  reference_person: {
    place: BY_USER,
    columns: {
      plain: 'user_id position',
      personal: 'kind name mobile profession username',
    },
  },
  certificate: {
    place: BY_USER,
    columns: {
      plain: 'file_id user_id id',
    },
  },
};
