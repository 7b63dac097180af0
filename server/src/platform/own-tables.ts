import { BY_USER, COORDINATOR, type Tables } from './tables.ts';

export const OWN_TABLES: Tables = {
  state_change: {
    place: COORDINATOR,
    months: { orderBy: ['id'], minimumAgeMonths: 96 },
    columns: {
      plain: 'id subject subject_id job_id by_user',
      law: { keptFor: 'books', columns: 'track from_state to_state at by_role' },
    },
  },
  setting_change: {
    place: COORDINATOR,
    columns: {
      plain: 'id key value effective_at set_by set_at reason',
    },
  },
  security_event: {
    place: COORDINATOR,
    columns: {
      plain: 'id user_id actor_id',
      law: { keptFor: 'log', columns: 'kind at address device details' },
    },
  },
  attempt_counter: {
    place: COORDINATOR,
    columns: {
      plain: 'scope window_start count',
      personal: 'subject',
    },
  },
  idempotency_key: {
    place: BY_USER,
    columns: {
      plain: 'user_id key request_hash created_at',
      personal: 'answer',
    },
  },
  provider_event: {
    place: COORDINATOR,
    columns: {
      plain: `id provider dedupe_key type verdict outcome received_at handled_at reason seen_at seen_by`,
      personal: 'headers body',
    },
  },
  provider_event_key: {
    place: COORDINATOR,
    columns: {
      plain: 'provider dedupe_key received_at',
    },
  },
  offer_version: {
    place: COORDINATOR,
    columns: {
      plain: 'is_only version',
    },
  },
  monthly_table: {
    place: COORDINATOR,
    columns: {
      plain: 'name key guard',
    },
  },
  month_partition: {
    place: COORDINATOR,
    columns: {
      plain: `table_name partition starts ends stage manifest_key manifest_sha256 rows first_txn last_txn
        changed_at`,
    },
  },
  outbox: {
    place: COORDINATOR,
    columns: {
      plain: 'id task run_at job_key max_attempts',
      personal: 'payload',
    },
  },
  outbox_lease: {
    place: COORDINATOR,
    columns: {
      plain: 'is_only holder expires_at',
    },
  },
  worker_heartbeat: {
    place: COORDINATOR,
    columns: {
      plain: 'worker_id seen_at',
    },
  },
  kysely_migration: {
    place: COORDINATOR,
    columns: {
      plain: 'name timestamp',
    },
  },
};
