import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  account_signal: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id kind first_seen_at last_seen_at',
      personal: 'value_hash',
    },
  },
};
