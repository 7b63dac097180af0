import type { ColumnType, Generated } from 'kysely';
import type { SettlementState } from '@fws/contract/admin/ledger/lifecycle';
import type { ChargebackState } from '@fws/contract/contracts/chargebacks/lifecycle';
import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { OrderState } from '@fws/contract/contracts/orders/lifecycle';
import type { RefundState } from '@fws/contract/contracts/refunds/lifecycle';
import type { WaitReason } from '@fws/contract/payouts/model';
import type { PayMethod, RestReason } from '@fws/contract/rests/model';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import type { RequiredStateColumn, StateColumn } from './state-column.ts';
import type { Json } from './json-column.ts';

export interface EscrowOrderTable {
  id: string;
  /** Null together with `poster_id` where a restored database lacks the job: the payment is refunded. */
  milestone_id: number | null;
  poster_id: number | null;
  /** Of the milestone, where tables are on several nodes. Null in rows of former versions too. */
  job_id: number | null;
  amount_paise: number;
  state: StateColumn<OrderState>;
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
  last_polled_at: Generated<Date>;
}

export interface RefundTable {
  id: string;
  order_id: string;
  payment_id: string | null;
  milestone_id: number | null;
  amount_paise: number;
  reason: string;
  state: StateColumn<RefundState>;
  tries: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
  next_check_at: Generated<Date | null>;
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
  name_at_bank: Generated<string>;
  wait_reason: Generated<WaitReason | null>;
  account_number_sealed: Generated<Buffer | null>;
  account_ending: Generated<string>;
  first_used_at: Generated<Date | null>;
  removed_at: Generated<Date | null>;
  destination_at: Generated<Date | null>;
  signal_key_id: Generated<string | null>;
}

export interface WithdrawalTable {
  id: Generated<number>;
  transfer_id: string;
  user_id: number;
  account_id: number;
  destination: string;
  amount_paise: number;
  state: StateColumn<WithdrawalState>;
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
  kind: Generated<'work' | 'fee'>;
  owner_id: number;
  supplier_id: number | null;
  recipient_id: number;
  amount_paise: number;
  document: Json<object>;
  created_at: Date;
}

export interface FeeRatesTable {
  id: Generated<number>;
  effective_on: string;
  platform_fee_bps: number;
  gst_bps: number;
  tds_bps: number;
  welfare_bps: number;
  welfare_cap_paise: number | null;
  set_by: number | null;
  reason: string;
  set_at: Date;
}

export interface DeductionTable {
  milestone_id: number;
  rates_id: number;
  gross_paise: number;
  fee_paise: number;
  gst_paise: number;
  tds_paise: number;
  welfare_paise: number;
}

export interface ChargebackTable {
  provider: string;
  chargeback_id: string;
  order_id: string;
  payment_id: string;
  milestone_id: number | null;
  amount_paise: number;
  state: RequiredStateColumn<ChargebackState>;
  escrow_paise: Generated<number>;
  receivable_paise: Generated<number>;
  written_off_paise: Generated<number>;
  takings: Generated<number>;
  reason: string;
  respond_by: Date | null;
  changed_at: Date | null;
  opened_at: Date;
}

export interface SettlementTable {
  provider: string;
  settlement_id: string;
  state: RequiredStateColumn<SettlementState>;
  settled_paise: number;
  fee_paise: number;
  gst_paise: number;
  utr: string | null;
  settled_at: Date;
}

export interface DatabaseRestoreTable {
  id: Generated<number>;
  restored_to: ColumnType<Date, Date, never>;
  marked_at: ColumnType<Date, Date, never>;
  reopened_at: Generated<Date | null>;
}

export interface OpsCaseTable {
  id: Generated<number>;
  kind: string;
  subject: string;
  amount_paise: number | null;
  detail: Generated<string>;
  raised_at: Date;
  due_at: Generated<Date>;
  resolved_at: Generated<Date | null>;
  resolved_by: Generated<number | null>;
  resolution: Generated<string | null>;
}

export interface ProviderStatusLogTable {
  id: Generated<number>;
  subject: string;
  status: string;
  note: Generated<string>;
  times: Generated<number>;
  first_at: Date;
  last_at: Date;
}

export interface RestTermsTable {
  id: Generated<number>;
  effective_on: string;
  known_releases: number;
  known_release_paise: number;
  known_days: number;
  known_day_paise: number;
  first_days: number;
  fresh_days: number;
  identity_month_paise: number;
  set_by: number | null;
  reason: string;
  set_at: Date;
}

export interface RestRuleTable {
  terms_id: number;
  position: number;
  method: PayMethod | null;
  first_dealings: boolean | null;
  link: string | null;
  charged_back: boolean | null;
  payer_younger_days: number | null;
  worker_younger_days: number | null;
  payer_identified: boolean | null;
  worker_identified: boolean | null;
  amount_from_paise: number | null;
  over_limit: boolean | null;
  rest_days: number;
  reason: RestReason;
}

export interface MoneyLimitTable {
  terms_id: number;
  action: string;
  hours: number;
  max_paise: number;
}

export interface WalletReleaseTable {
  id: Generated<number>;
  user_id: number;
  posting_key: string;
  milestone_id: number | null;
  job_id: number | null;
  payer_id: number | null;
  amount_paise: number;
  left_paise: number;
  method: PayMethod | null;
  rest_days: number;
  rest_until: Date;
  terms_id: number | null;
  rule_position: number | null;
  reason: RestReason;
  payer_days: number | null;
  created_at: Date;
}

export interface ReleasePartTable {
  id: Generated<number>;
  release_id: number;
  withdrawal_id: number | null;
  recovered_for: string | null;
  amount_paise: number;
  is_late: Generated<boolean>;
  taken_at: Date;
  taken_event: Generated<number>;
  returned_at: Date | null;
  returned_event: number | null;
}

export interface ReleaseHoldTable {
  id: Generated<number>;
  release_id: number;
  cause: string;
  subject: string;
  held_by: number | null;
  held_at: Date;
  held_event: Generated<number>;
  lifted_by: number | null;
  lifted_at: Date | null;
  lifted_event: number | null;
  lift_reason: string | null;
}

export interface PayerStopTable {
  id: Generated<number>;
  user_id: number;
  subject: string;
  stopped_at: Date;
  ended_at: Date | null;
  ended_by: number | null;
  reason: string | null;
}
