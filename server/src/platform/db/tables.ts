import type { ColumnType, Generated } from 'kysely';
import type { Locale } from '@fws/contract/platform/messages';
import type {
  UserAccountTable,
  SessionTable,
  OtpTable,
  AuthenticatorTable,
  ConsentTable,
  KnownDeviceTable,
  AccountSignalTable,
  LoginChallengeTable,
  PasskeyTable,
  OwnerAlertTable,
  SecurityEventTable,
  SocialIdentityTable,
  SocialAttemptTable,
  SocialTicketTable,
  ProfileTable,
  WorkExperienceTable,
  ReferencePersonTable,
  IdentityCheckTable,
  IdentityUseTable,
  IdentityVideoTable,
  IdentitySessionTable,
  NameChangeTable,
} from './tables/people.ts';
import type { QuoteHistoryTable, QuoteTable } from './tables/quotes.ts';
import type {
  JobTable,
  PosterRecordTable,
  SearchJobTable,
  SearchSegmentTable,
  OfferVersionTable,
  SearchStateTable,
  ContractTable,
  JobEndingTable,
  SplitTable,
  SplitTurnTable,
  RatingTable,
  MilestoneCompletionTable,
  MilestoneTable,
  SavedSearchTable,
  SearchAlertTable,
  SharedJobTable,
  DisputeMilestoneTable,
  DisputeTable,
} from './tables/work.ts';
import type { ChangeOrderTable, ChangeOrderTurnTable, PlanVersionTable } from './tables/plans.ts';
import type {
  EscrowOrderTable,
  PaymentTable,
  RefundTable,
  PayoutAccountTable,
  WithdrawalTable,
  InvoiceTable,
  FeeRatesTable,
  DeductionTable,
  ChargebackTable,
  SettlementTable,
  DatabaseRestoreTable,
  OpsCaseTable,
  MoneyLimitTable,
  PayerStopTable,
  ReleaseHoldTable,
  ReleasePartTable,
  RestRuleTable,
  RestTermsTable,
  WalletReleaseTable,
  ProviderStatusLogTable,
} from './tables/money.ts';

import type {
  AdminApprovalTable,
  ImpersonationTable,
  AdminMemberTable,
  AdminSessionTable,
  AuditLogTable,
  BooksRunTable,
  SettingChangeTable,
} from './tables/admin.ts';

export type * from './tables/admin.ts';
export type * from './tables/people.ts';
export type * from './tables/quotes.ts';
export type * from './tables/work.ts';
export type * from './tables/money.ts';

// The tables as migrations leave them. bigint columns arrive as safe integers, dates as ISO calendar strings.

type Json<T> = ColumnType<T, string, string>;

export interface Database {
  idempotency_key: {
    user_id: number;
    key: string;
    request_hash: string;
    answer: Json<unknown>;
    created_at: Generated<Date>;
  };
  file: FileTable;
  photo: PhotoTable;
  provider_event: ProviderEventTable;
  worker_heartbeat: { worker_id: string; seen_at: Date };
  setting_change: SettingChangeTable;
  user_account: UserAccountTable;
  session: SessionTable;
  otp: OtpTable;
  owner_alert: OwnerAlertTable;
  social_identity: SocialIdentityTable;
  social_attempt: SocialAttemptTable;
  social_ticket: SocialTicketTable;
  attempt_counter: { scope: string; subject: string; window_start: Date; count: number };
  profile: ProfileTable;
  profile_category: { user_id: number; category_id: number };
  work_experience: WorkExperienceTable;
  reference_person: ReferencePersonTable;
  certificate: { file_id: string; user_id: number; id: Generated<number> };
  category: {
    id: Generated<number>;
    name: string;
    name_hi: string;
    in_person: Generated<boolean>;
    position: number;
    trade: Generated<string | null>;
    hidden_at: Generated<Date | null>;
  };
  job: JobTable;
  poster_record: PosterRecordTable;
  search_job: SearchJobTable;
  offer_version: OfferVersionTable;
  search_state: SearchStateTable;
  search_segment: SearchSegmentTable;
  search_list: { name: string; segment_id: number; data: Buffer };
  person_search: { user_id: number; completed_projects: number; words: string };
  search_term: { kind: 'word' | 'skill' | 'place'; key: string; text: string; version: Generated<number> };
  quote: QuoteTable;
  quote_history: QuoteHistoryTable;
  contract: ContractTable;
  job_ending: JobEndingTable;
  split: SplitTable;
  split_turn: SplitTurnTable;
  change_order: ChangeOrderTable;
  change_order_turn: ChangeOrderTurnTable;
  plan_version: PlanVersionTable;
  rating: RatingTable;
  milestone: MilestoneTable;
  milestone_completion: MilestoneCompletionTable;
  escrow_order: EscrowOrderTable;
  payment: PaymentTable;
  refund: RefundTable;
  identity_check: IdentityCheckTable;
  identity_use: IdentityUseTable;
  identity_video: IdentityVideoTable;
  name_change: NameChangeTable;
  identity_session: IdentitySessionTable;
  kyc_sample_video: {
    id: Generated<number>;
    language: string;
    url: string;
    position: number;
    file_id: Generated<string | null>;
  };
  payout_account: PayoutAccountTable;
  withdrawal: WithdrawalTable;
  invoice: InvoiceTable;
  invoice_series: { year: string; last: number };
  fee_rates: FeeRatesTable;
  deduction: DeductionTable;
  chargeback: ChargebackTable;
  settlement: SettlementTable;
  database_restore: DatabaseRestoreTable;
  ops_case: OpsCaseTable;
  rest_terms: RestTermsTable;
  rest_rule: RestRuleTable;
  money_limit: MoneyLimitTable;
  wallet_release: WalletReleaseTable;
  release_part: ReleasePartTable;
  release_hold: ReleaseHoldTable;
  payer_stop: PayerStopTable;
  provider_status_log: ProviderStatusLogTable;
  quiet_hours: { user_id: number; is_on: boolean; from_minute: number; to_minute: number };
  returned_mail: { email: string; reason: string; returned_at: Date };
  connection: { user_id: number; other_id: number; connected_at: Date };
  shared_job: SharedJobTable;
  saved_job: { user_id: number; job_id: number; saved_at: Date };
  saved_search: SavedSearchTable;
  search_alert: SearchAlertTable;
  notify_me: { email: string; locale: Locale; created_at: Date };
  dispute: DisputeTable;
  dispute_milestone: DisputeMilestoneTable;
  dispute_document: { file_id: string; dispute_id: number; user_id: number; added_at: Date };
  dispute_comment: {
    id: Generated<number>;
    dispute_id: number;
    user_id: number;
    body: string;
    added_at: Date;
    cited_number: Generated<number | null>;
    cited_is_own: Generated<boolean | null>;
    cited_text: Generated<string | null>;
    cited_photos: Generated<number | null>;
    cited_file_name: Generated<string | null>;
    cited_sent_at: Generated<Date | null>;
  };
  dispute_part: {
    dispute_id: number;
    milestone_id: number;
    to_worker_paise: number;
    to_poster_paise: number;
  };
  security_event: SecurityEventTable;
  known_device: KnownDeviceTable;
  account_signal: AccountSignalTable;
  login_challenge: LoginChallengeTable;
  authenticator: AuthenticatorTable;
  passkey: PasskeyTable;
  passkey_registration: { user_id: number; challenge: string; expires_at: Date };
  recovery_code: { user_id: number; code_hash: Buffer; used_at: Date | null };
  consent: ConsentTable;
  admin_member: AdminMemberTable;
  admin_recovery_code: { user_id: number; code_hash: Buffer; used_at: Date | null };
  admin_session: AdminSessionTable;
  audit_log: AuditLogTable;
  admin_approval: AdminApprovalTable;
  books_run: BooksRunTable;
  impersonation: ImpersonationTable;
}
export interface FileTable {
  id: Generated<string>;
  owner_id: number;
  subject:
    | 'job'
    | 'quote'
    | 'taken_down_photo'
    | 'reported_photo'
    | 'avatar'
    | 'certificate'
    | 'resume'
    | 'identity_video'
    | 'dispute'
    | 'kyc_sample'
    | 'photo'
    | 'job_photo'
    | 'quote_photo'
    | 'completion_photo'
    | 'portfolio_photo'
    | 'message_photo'
    | 'review_photo'
    | 'message_file';
  subject_id: number | null;
  name: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  sealed_key: Generated<Buffer | null>;
  created_at: Generated<Date>;
}

export interface PhotoTable {
  id: Generated<string>;
  owner_id: number;
  upload_key: string;
  file_id: string;
  thumbnail_id: string;
  width: number;
  height: number;
  subject: Generated<PhotoSubject | 'taken_down' | null>;
  subject_id: Generated<number | null>;
  taken_from: Generated<PhotoSubject | null>;
  position: Generated<number>;
  created_at: Date;
}

/** What photos can belong to. */
export type PhotoSubject = 'job' | 'quote' | 'completion' | 'portfolio' | 'message' | 'review';

export interface ProviderEventTable {
  id: Generated<number>;
  provider: string;
  dedupe_key: string;
  type: string;
  headers: Json<Record<string, string>>;
  body: Buffer;
  verdict: 'valid' | 'forged' | 'malformed';
  outcome: string | null;
  /** Why it was refused. */
  reason: Generated<string>;
  received_at: Generated<Date>;
  handled_at: Date | null;
  seen_at: Generated<Date | null>;
  seen_by: Generated<number | null>;
}
