import { COORDINATOR, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  admin_member: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id role totp_set_at totp_last_step appointed_at',
      personal: 'totp_secret offered_secret',
    },
  },
  admin_recovery_code: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id code_hash used_at',
    },
  },
  admin_session: {
    place: COORDINATOR,
    columns: {
      plain: 'user_id entered_at seen_at confirmed_at session_id',
    },
  },
  admin_approval: {
    place: COORDINATOR,
    columns: {
      plain: 'id act subject_id command amount_paise asked_by asked_at state decided_by decided_at',
      words: 'reason',
    },
  },
  impersonation: {
    place: COORDINATOR,
    columns: {
      plain: 'token_hash session_id user_id ends_at',
    },
  },
  audit_log: {
    place: COORDINATOR,
    months: { orderBy: ['id'], minimumAgeMonths: 96 },
    columns: {
      plain: 'id admin_id',
      law: { keptFor: 'books', columns: 'act subject subject_id reason details at' },
    },
  },
  books_run: {
    place: COORDINATOR,
    columns: {
      plain: 'id kind asked_by asked_at finished_at result statement',
    },
  },
};
