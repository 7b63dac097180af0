import type { ColumnType, Generated } from 'kysely';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import type { QuoteRow } from '@fws/contract/quotes/model';
import type { DeclineReason, QuoteStep } from '@fws/contract/quotes/negotiation/model';
import type { StateColumn } from './state-column.ts';
import type { HoldReason } from './work.ts';
import type { Json } from './json-column.ts';

/** What others than the writer read before award. */
export interface MaskedQuoteTexts {
  workScope: string;
  partNames: string[];
}

export interface QuoteTable {
  id: Generated<number>;
  job_id: number;
  worker_id: number;
  bid_paise: number;
  term: PaymentTerm;
  parts: Json<QuoteRow[]>;
  work_scope: string;
  masked: ColumnType<MaskedQuoteTexts | null, string | null, string | null>;
  filter_version: Generated<number>;
  proposal_id: string | null;
  starts_on: Generated<string | null>;
  finish_by: Generated<string | null>;
  visit_date: Generated<string | null>;
  visit_window: Generated<string | null>;
  visit_fee_paise: Generated<number>;
  state: StateColumn<QuoteState>;
  cancel_comment: Generated<string>;
  created_at: Date;
  changed_at: Generated<Date | null>;
  reminded_at: Generated<Date | null>;
  decided_at: Date | null;
  held_back: Generated<HoldReason | null>;
  turn: Generated<number>;
  turn_at: Generated<Date | null>;
  version: Generated<number>;
  seen_at: Generated<Date | null>;
  answered_at: Generated<Date | null>;
}

/** What the other side reads of a step before award. */
export interface MaskedStepTexts {
  workScope: string;
  note: string;
  partNames: string[];
}

export interface QuoteHistoryTable {
  job_id: number;
  quote_id: number;
  number: number;
  step: QuoteStep;
  turn: number;
  version: number | null;
  bid_paise: number | null;
  term: PaymentTerm | null;
  parts: Json<QuoteRow[]>;
  starts_on: string | null;
  finish_by: string | null;
  visit_date: Generated<string | null>;
  visit_window: Generated<string | null>;
  visit_fee_paise: Generated<number>;
  work_scope: string;
  note: string;
  reason: DeclineReason | null;
  masked: ColumnType<MaskedStepTexts | null, string | null, string | null>;
  filter_version: number;
  at: Date;
}
