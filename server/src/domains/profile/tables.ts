import type { ColumnType } from 'kysely';
import type { Holiday, Weekday } from '@fws/contract/profile/availability/model';
import { BY_USER, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  profile: {
    place: BY_USER,
    columns: {
      plain: 'user_id resume_id changed_at taken_down_at taken_photo_id was_public held_back',
      personal: `qualification age gender native_location web_link about inexperienced is_ready ready_from
        rate_paise rate_type additional_condition radius is_public`,
    },
  },
  availability: {
    place: BY_USER,
    columns: {
      plain: 'user_id',
      personal: 'days from_minute to_minute holidays away_until',
    },
  },
  user_block: {
    // Asked about two people, who may be on two nodes.
    place: REFERENCE,
    columns: { plain: 'user_id blocked_id blocked_at' },
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

export interface AvailabilityTable {
  user_id: number;
  days: Weekday[];
  from_minute: number | null;
  to_minute: number | null;
  holidays: ColumnType<Holiday[], string, string>;
  away_until: string | null;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    availability: AvailabilityTable;
    user_block: { user_id: number; blocked_id: number; blocked_at: Date };
  }
}
