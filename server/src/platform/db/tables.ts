import type { ColumnType, Generated } from 'kysely';
import type { FundState, OrderState, WorkState } from '@fws/contract/contracts/process';
import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { IdentityState } from '@fws/contract/kyc/process';
import type { IdKind } from '@fws/contract/kyc/model';
import type { JobState } from '@fws/contract/jobs/process';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { QuoteState } from '@fws/contract/quotes/process';
import type { QuoteRow } from '@fws/contract/quotes/model';
import type { WithdrawalState } from '@fws/contract/payouts/process';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';

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
  provider_event: ProviderEventTable;
  worker_heartbeat: { worker_id: string; seen_at: Date };
  setting: { key: string; value: Json<unknown>; effective_from: Generated<Date> };
  user_account: UserAccountTable;
  session: SessionTable;
  otp: OtpTable;
  attempt_counter: { scope: string; subject: string; window_start: Date; count: number };
  category: {
    id: Generated<number>;
    name: string;
    name_hi: string;
    in_person: Generated<boolean>;
    position: number;
  };
  job: JobTable;
  quote: QuoteTable;
  contract: ContractTable;
  milestone: MilestoneTable;
  escrow_order: EscrowOrderTable;
  payment: PaymentTable;
  refund: RefundTable;
  identity_check: IdentityCheckTable;
  payout_account: PayoutAccountTable;
  withdrawal: WithdrawalTable;
  invoice: InvoiceTable;
  invoice_series: { year: string; last: number };
  notification: NotificationTable;
  notify_me: { email: string; locale: Locale; created_at: Date };
}

export interface FileTable {
  id: Generated<string>;
  owner_id: number;
  subject: 'job' | 'quote' | 'avatar';
  subject_id: number | null;
  name: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: Generated<Date>;
}

export interface ProviderEventTable {
  id: Generated<number>;
  provider: string;
  dedupe_key: string;
  type: string;
  headers: Json<Record<string, string>>;
  body: Buffer;
  verdict: 'valid' | 'forged' | 'malformed';
  outcome: string | null;
  received_at: Generated<Date>;
  handled_at: Date | null;
}

export interface UserAccountTable {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  email_verified_at: Date | null;
  mobile: string;
  mobile_verified_at: Date | null;
  password_hash: string | null;
  register_for: 'individual' | 'company';
  looking_for: ('projects' | 'services')[];
  location: string;
  company_name: Generated<string>;
  aadhaar_last4: Generated<string>;
  skills: Generated<string[]>;
  locale: Generated<Locale>;
  identity_state: Generated<IdentityState>;
  identity_name: Generated<string>;
  rating_sum: Generated<number>;
  rating_count: Generated<number>;
  completed_projects: Generated<number>;
  suspended_at: Date | null;
  created_at: Generated<Date>;
}

export interface SessionTable {
  token_hash: Buffer;
  user_id: number;
  client: Generated<string>;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  confirmed_at: Date | null;
}

export interface OtpTable {
  channel: 'mobile' | 'email';
  address: string;
  nonce: Buffer;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface JobTable {
  id: Generated<number>;
  number: Generated<number>;
  poster_id: number;
  category_id: number;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: string[];
  take_work_on: string;
  closes_on: string;
  payment_term: PaymentTerm;
  budget_kind: 'fixed' | 'range';
  budget_from_paise: number;
  budget_to_paise: number;
  state: Generated<JobState>;
  verified_at: Date | null;
  quotes_received: Generated<number>;
  attachment_id: string | null;
  posted_at: Date;
  location_search: ColumnType<string, never, never>;
}

export interface QuoteTable {
  id: Generated<number>;
  job_id: number;
  worker_id: number;
  bid_paise: number;
  term: PaymentTerm;
  parts: Json<QuoteRow[]>;
  work_scope: string;
  proposal_id: string | null;
  state: Generated<QuoteState>;
  created_at: Date;
  decided_at: Date | null;
}

export interface ContractTable {
  job_id: number;
  quote_id: number;
  poster_id: number;
  worker_id: number;
  total_paise: number;
  term: PaymentTerm;
  awarded_at: Date;
  completed_at: Date | null;
}

export interface MilestoneTable {
  id: Generated<number>;
  job_id: number;
  position: number;
  name: string;
  amount_paise: number;
  comment: Generated<string>;
  fund_state: Generated<FundState>;
  work_state: Generated<WorkState>;
  on_hold: Generated<boolean>;
  funded_at: Date | null;
  released_at: Date | null;
  payment_requested_at: Date | null;
  changed_at: Date;
}

export interface EscrowOrderTable {
  id: string;
  milestone_id: number;
  poster_id: number;
  amount_paise: number;
  state: Generated<OrderState>;
  provider: string;
  session_id: string | null;
  attempt_status: Generated<PaymentStatus>;
  attempt_reason: string | null;
  attempt_id: string | null;
  expires_at: Date;
  checked_at: Date | null;
  created_at: Date;
}

export interface PaymentTable {
  provider: string;
  payment_id: string;
  order_id: string;
  amount_paise: number;
  applied: boolean;
  method: Generated<string>;
  bank_reference: string | null;
  received_at: Date;
}

export interface RefundTable {
  id: string;
  order_id: string;
  payment_id: string | null;
  milestone_id: number | null;
  amount_paise: number;
  reason: string;
  state: Generated<'pending' | 'succeeded' | 'failed'>;
  created_at: Date;
  finished_at: Date | null;
}

export interface IdentityCheckTable {
  id: Generated<number>;
  reference_id: string;
  user_id: number;
  kind: IdKind;
  number_last4: string;
  state: 'pending' | 'verified' | 'refused';
  provider_reference: string | null;
  reason: SharedMessageId | null;
  created_at: Date;
  checked_at: Date;
  decided_at: Date | null;
}

export interface PayoutAccountTable {
  id: Generated<number>;
  user_id: number;
  kind: 'bank' | 'upi';
  account_number: Generated<string>;
  ifsc: Generated<string>;
  bank_name: Generated<string>;
  upi_id: Generated<string>;
  holder_name: string;
  address: Generated<string>;
  beneficiary_id: string;
  registered_at: Date | null;
  usable_from: Date;
  created_at: Date;
}

export interface WithdrawalTable {
  id: Generated<number>;
  transfer_id: string;
  user_id: number;
  account_id: number;
  destination: string;
  amount_paise: number;
  state: Generated<WithdrawalState>;
  reason: string | null;
  utr: string | null;
  created_at: Date;
  finished_at: Date | null;
  sending_until: Date | null;
  next_check_at: Date | null;
}

export interface InvoiceTable {
  id: Generated<number>;
  serial: string;
  milestone_id: number;
  supplier_id: number;
  recipient_id: number;
  amount_paise: number;
  document: Json<unknown>;
  created_at: Date;
}

export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  type: string;
  values: Json<Record<string, string | number>>;
  path: string | null;
  dedupe_key: string;
  created_at: Date;
  read_at: Date | null;
  cleared_at: Date | null;
}
