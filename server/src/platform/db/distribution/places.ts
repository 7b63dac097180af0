/** Where the rows of a table are in a distributed database (docs/citus.md). */
export type Place =
  /** On every node. Writing it costs a statement on each. */
  | { kind: 'reference' }
  /** Spread over the workers by this column. Tables of one group keep rows with the same value together. */
  | { kind: 'distributed'; group: Group; column: string }
  /** On the coordinator, which is the one strict writer of money and of keys that are unique everywhere. */
  | { kind: 'coordinator' };

export type Group = 'job' | 'user';

const REFERENCE: Place = { kind: 'reference' };
const COORDINATOR: Place = { kind: 'coordinator' };
const byJob = (column = 'job_id'): Place => ({ kind: 'distributed', group: 'job', column });
const BY_USER: Place = { kind: 'distributed', group: 'user', column: 'user_id' };

/** Every table of the product. Partitions have the place of their table. */
export const PLACES: Readonly<Record<string, Place>> = {
  user_account: REFERENCE,
  category: REFERENCE,
  fee_rates: REFERENCE,
  // What a page of jobs or people shows beside each row.
  file: REFERENCE,
  photo: REFERENCE,
  returned_mail: REFERENCE,
  dispute_comment: REFERENCE,
  dispute_document: REFERENCE,

  // The first table of each group decides how the others are spread.
  job: byJob('id'),
  quote: byJob(),
  contract: byJob(),
  milestone: byJob(),
  milestone_completion: byJob(),
  job_ending: byJob(),
  split: byJob(),
  split_turn: byJob(),
  rating: byJob(),
  dispute: byJob(),
  dispute_milestone: byJob(),
  shared_job: byJob(),
  saved_job: byJob(),
  search_alert: byJob(),

  notification: BY_USER,
  notification_key: BY_USER,
  profile: BY_USER,
  profile_category: BY_USER,
  work_experience: BY_USER,
  reference_person: BY_USER,
  certificate: BY_USER,
  saved_search: BY_USER,
  connection: BY_USER,
  idempotency_key: BY_USER,

  'ledger.account': COORDINATOR,
  'ledger.txn': COORDINATOR,
  'ledger.entry': COORDINATOR,
  'ledger.day_seal': COORDINATOR,
  'ledger.sealed_balance': COORDINATOR,
  'ledger.verified_day': COORDINATOR,
  'ledger.archived_sum': COORDINATOR,
  monthly_table: COORDINATOR,
  month_partition: COORDINATOR,
  escrow_order: COORDINATOR,
  payment: COORDINATOR,
  refund: COORDINATOR,
  chargeback: COORDINATOR,
  settlement: COORDINATOR,
  deduction: COORDINATOR,
  dispute_part: COORDINATOR,
  payout_account: COORDINATOR,
  withdrawal: COORDINATOR,
  invoice: COORDINATOR,
  invoice_series: COORDINATOR,
  provider_event: COORDINATOR,
  provider_event_key: COORDINATOR,
  provider_status_log: COORDINATOR,
  database_restore: COORDINATOR,
  ops_case: COORDINATOR,
  rest_terms: COORDINATOR,
  rest_rule: COORDINATOR,
  money_limit: COORDINATOR,
  wallet_release: COORDINATOR,
  release_part: COORDINATOR,
  release_hold: COORDINATOR,
  payer_stop: COORDINATOR,
  books_run: COORDINATOR,

  // A queue of messages, whose codes are unique everywhere, and what decides about them.
  notification_delivery: COORDINATOR,
  notification_setting: COORDINATOR,
  quiet_hours: COORDINATOR,
  channel_consent: COORDINATOR,

  outbox: COORDINATOR,
  outbox_lease: COORDINATOR,
  worker_heartbeat: COORDINATOR,
  kysely_migration: COORDINATOR,
  state_change: COORDINATOR,
  setting_change: COORDINATOR,
  audit_log: COORDINATOR,
  security_event: COORDINATOR,

  // A session's token changes, and Citus refuses to change the column that decides about the place of a row.
  session: COORDINATOR,
  push_subscription: COORDINATOR,
  otp: COORDINATOR,
  attempt_counter: COORDINATOR,
  known_device: COORDINATOR,
  account_signal: COORDINATOR,
  login_challenge: COORDINATOR,
  authenticator: COORDINATOR,
  passkey: COORDINATOR,
  passkey_registration: COORDINATOR,
  recovery_code: COORDINATOR,
  consent: COORDINATOR,
  owner_alert: COORDINATOR,
  social_identity: COORDINATOR,
  social_attempt: COORDINATOR,
  social_ticket: COORDINATOR,
  name_change: COORDINATOR,
  identity_check: COORDINATOR,
  identity_use: COORDINATOR,
  identity_video: COORDINATOR,
  identity_session: COORDINATOR,
  kyc_sample_video: COORDINATOR,

  admin_member: COORDINATOR,
  admin_recovery_code: COORDINATOR,
  admin_session: COORDINATOR,
  admin_approval: COORDINATOR,
  impersonation: COORDINATOR,
  business_enquiry: COORDINATOR,
  notify_me: COORDINATOR,

  // What all searches read, and what each new job asks of all users.
  search_job: COORDINATOR,
  offer_version: COORDINATOR,
  search_state: COORDINATOR,
  search_segment: COORDINATOR,
  search_list: COORDINATOR,
  search_term: COORDINATOR,
  person_search: COORDINATOR,
  poster_record: COORDINATOR,
};
