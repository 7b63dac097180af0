import type { ColumnType, Generated } from 'kysely';
import type { OrderState } from '@fws/contract/contracts/process';
import type { PaymentStatus } from '@fws/contract/contracts/model';
import type { WithdrawalState } from '@fws/contract/payouts/process';

type Json<T> = ColumnType<T, string, string>;

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
  tries: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
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
