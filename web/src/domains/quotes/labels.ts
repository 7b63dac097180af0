import type { DeclineReason } from '@fws/contract/quotes/negotiation/model';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import type { MessageId } from '../../platform/i18n/index.ts';
import type { IconName, MoneyState } from '../../ui/index.ts';

export const bidNames: Record<PaymentTerm, MessageId> = {
  terms: 'web.quotes.term.terms',
  milestone: 'web.quotes.term.milestone',
  completion: 'web.quotes.term.completion',
};

export const declineReasons: Record<DeclineReason, MessageId> = {
  price: 'web.quotes.reason.price',
  dates: 'web.quotes.reason.dates',
  payment: 'web.quotes.reason.payment',
  somebody_else: 'web.quotes.reason.somebody_else',
  work_changed: 'web.quotes.reason.work_changed',
  another_reason: 'web.quotes.reason.another_reason',
};

export const quoteStates: Record<QuoteState, { name: MessageId; tone: MoneyState; icon: IconName }> = {
  submitted: { name: 'web.quotes.state.submitted', tone: 'held', icon: 'clock' },
  asked: { name: 'web.quotes.state.asked', tone: 'asked', icon: 'swap' },
  withheld: { name: 'web.quotes.state.withheld', tone: 'refund', icon: 'minus' },
  accepted: { name: 'web.quotes.state.accepted', tone: 'released', icon: 'check' },
  declined: { name: 'web.quotes.state.declined', tone: 'refund', icon: 'x' },
  cancelled: { name: 'web.quotes.state.cancelled', tone: 'refund', icon: 'x' },
  not_selected: { name: 'web.quotes.state.notSelected', tone: 'refund', icon: 'minus' },
  lapsed: { name: 'web.quotes.state.lapsed', tone: 'refund', icon: 'clock' },
};
