import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import type { QuoteEventKind } from '@fws/contract/quotes/negotiation/model';
import type { StepRow } from '../history/store.ts';

/** What happened with a quote. */
export interface QuoteEvent {
  kind: QuoteEventKind;
  /** What was offered or asked for; null: no amount. */
  amountPaise: number | null;
  at: Date;
}

/** A quote and one step of its history; null: it has none but its first offer. */
export interface QuoteStep {
  id: number;
  state: QuoteState;
  bidPaise: number;
  createdAt: Date;
  decidedAt: Date | null;
  step: { kind: StepRow['step']; amountPaise: number | null; at: Date } | null;
}

const STEP_KINDS: Record<StepRow['step'], QuoteEventKind> = {
  offered: 'quote_sent',
  edited: 'quote_changed',
  asked: 'quote_asked',
  revised: 'quote_revised',
  declined: 'quote_declined',
};

/** Null: it is not over, or a step or the contract says it. */
const END_KINDS: Record<QuoteState, QuoteEventKind | null> = {
  submitted: null,
  asked: null,
  withheld: null,
  accepted: null,
  declined: null,
  cancelled: 'quote_withdrawn',
  not_selected: 'quote_not_selected',
  lapsed: 'quote_lapsed',
};

/** The events of the quotes of one worker on a job, the oldest first. `rows`: by quote, and by step within it. */
export function listEvents(rows: readonly QuoteStep[]): QuoteEvent[] {
  return rows.flatMap((row, index): QuoteEvent[] => {
    const step: QuoteEvent = row.step
      ? { kind: STEP_KINDS[row.step.kind], amountPaise: row.step.amountPaise, at: row.step.at }
      : { kind: 'quote_sent', amountPaise: row.bidPaise, at: row.createdAt };
    const end = END_KINDS[row.state];
    const isLast = rows[index + 1]?.id !== row.id;
    return isLast && end && row.decidedAt
      ? [step, { kind: end, amountPaise: null, at: row.decidedAt }]
      : [step];
  });
}
