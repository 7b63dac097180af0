import type { TodayKind } from '@fws/contract/today/model';
import type { TodayItem } from '@fws/contract/today/schemas';
import { paths } from '../../platform/router/paths.ts';
import type { MoneyState } from '../../ui/index.ts';

/** The wording of a row. Some kinds have several: accepting work, and the answers to a dispute and to a claim. */
export type RowVariant =
  | TodayKind
  | 'check'
  | 'send_documents_unpaid'
  | 'answer_dispute_unpaid'
  | 'answer_visit_undated';

export function getVariant({ kind, dueAt, amountPaise }: TodayItem): RowVariant {
  // Work that is done, but no payment was asked for.
  if (kind === 'accepted' && dueAt === null) return 'check';
  // The message about the claim has not arrived yet, so the time to answer has not begun.
  if (kind === 'answer_visit' && dueAt === null) return 'answer_visit_undated';
  if ((kind === 'send_documents' || kind === 'answer_dispute') && amountPaise === 0) return `${kind}_unpaid`;
  return kind;
}

const STATES: Record<TodayKind, MoneyState> = {
  funded: 'none',
  accepted: 'asked',
  released: 'asked',
  started: 'held',
  completed: 'work',
  payment_requested: 'done',
  change: 'work',
  propose_split: 'held',
  answer_split: 'held',
  answer_change: 'none',
  answer_quotes: 'none',
  revise_quote: 'none',
  answer_repeat: 'none',
  quote_lapses: 'none',
  answer_invitation: 'none',
  write_review: 'none',
  go_to_visit: 'held',
  open_door: 'held',
  answer_visit: 'stop',
  answer_dispute: 'stop',
  send_documents: 'stop',
  verify_identity: 'released',
  withdraw: 'released',
};

/** The stone of the money's state, and what is written on it. */
export function getStone(item: TodayItem): { state: MoneyState; mark: number | string } {
  const state = getVariant(item) === 'check' ? 'done' : STATES[item.kind];
  return { state, mark: item.position ?? item.count ?? '₹' };
}

/** The place where it is done. A step of a milestone opens with its dialog where it has one. */
export function buildItemPath({ kind, side, jobId, milestoneId, quoteId, disputeId }: TodayItem): string {
  switch (kind) {
    case 'withdraw':
      return paths.withdraw();
    case 'verify_identity':
      return paths.payment();
    case 'answer_change':
      return paths.planChange(jobId ?? 0);
    case 'answer_dispute':
    case 'send_documents':
      return `${paths.disputes()}?ticket=${disputeId}`;
    case 'answer_quotes':
      return paths.requests(jobId ?? 0);
    case 'write_review':
      return paths.reviews(jobId ?? 0);
    case 'answer_invitation':
      return paths.job(jobId ?? 0);
    case 'revise_quote':
    case 'quote_lapses':
      return paths.myQuote(quoteId ?? 0);
    case 'answer_repeat':
      return paths.myJob(jobId ?? 0);
    case 'go_to_visit':
    case 'open_door':
    case 'answer_visit':
      return paths.visit(jobId ?? 0);
    case 'funded':
    case 'accepted':
    case 'released':
    case 'started':
    case 'completed':
    case 'payment_requested':
    case 'change':
    case 'propose_split':
    case 'answer_split': {
      const path = side === 'poster' ? paths.awardedJob(jobId ?? 0) : paths.myJob(jobId ?? 0);
      return milestoneId === null ? path : `${path}?step=${milestoneId}`;
    }
  }
}
