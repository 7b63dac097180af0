import { entryArchivePolicy } from './archives/archive-policy.ts';
import { COORDINATOR, REFERENCE, type Tables } from '../../platform/tables.ts';

export const TABLES: Tables = {
  'ledger.account': {
    place: COORDINATOR,
    columns: {
      plain: 'id code class normal_side guarded hot currency balance version opened_at',
    },
  },
  'ledger.txn': {
    place: COORDINATOR,
    columns: {
      plain: `id idempotency_key request_hash reverses job_id milestone_id order_id payment_id refund_id
        withdrawal_id dispute_id user_id month`,
      law: { keptFor: 'books', columns: 'kind event_time posted_at' },
    },
  },
  'ledger.entry': {
    place: COORDINATOR,
    months: { ...entryArchivePolicy, minimumAgeMonths: 96 },
    columns: {
      plain: 'txn_id seq account_id account_version month',
      law: { keptFor: 'books', columns: 'amount balance_after' },
    },
  },
  'ledger.day_seal': {
    place: COORDINATOR,
    columns: {
      plain: 'day entries previous hash sealed_at algorithm root after_txn last_txn last_change',
    },
  },
  'ledger.sealed_balance': {
    place: COORDINATOR,
    columns: {
      plain: 'day account entries',
      law: { keptFor: 'books', columns: 'amount' },
    },
  },
  'ledger.verified_day': {
    place: COORDINATOR,
    columns: {
      plain: 'day hash verified_at',
    },
  },
  'ledger.archived_sum': {
    place: COORDINATOR,
    columns: {
      plain: 'partition account_id kind entries account_version',
      law: { keptFor: 'books', columns: 'amount balance_after' },
    },
  },
  fee_rates: {
    place: REFERENCE,
    columns: {
      plain: `id effective_on platform_fee_bps gst_bps tds_bps welfare_bps welfare_cap_paise set_by reason
        set_at`,
    },
  },
  settlement: {
    place: COORDINATOR,
    columns: {
      plain: 'provider settlement_id state',
      law: { keptFor: 'books', columns: 'settled_paise fee_paise gst_paise utr settled_at' },
    },
  },
  provider_status_log: {
    place: COORDINATOR,
    columns: {
      plain: 'id times first_at last_at',
      law: { keptFor: 'books', columns: 'subject status note' },
    },
  },
  ops_case: {
    place: COORDINATOR,
    columns: {
      plain: 'id kind subject amount_paise raised_at resolved_at resolved_by due_at',
      words: 'detail resolution',
    },
  },
  database_restore: {
    place: COORDINATOR,
    columns: {
      plain: 'id restored_to marked_at reopened_at',
    },
  },
};
