import type { PayMethod, RestReason } from '@fws/contract/rests/model';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { translate } from '../../platform/messages.ts';

/** Who reads why a release rests, and what is said. */
export interface RestWords {
  reason: RestReason;
  days: number;
  /** Null if it is not known. */
  method: PayMethod | null;
  /** First names. */
  payer: string;
  worker: string;
  side: 'poster' | 'worker';
  payerDays: number;
}

const REASONS = {
  linked: 'rests.linked',
  charged_back: 'rests.charged_back',
  over_limit: 'rests.over_limit',
  card_new_payer: 'rests.card_new_payer',
  card_first: 'rests.first',
  large: 'rests.large',
  first: 'rests.first',
  payer_unidentified: 'rests.payer_unidentified',
  card: 'rests.card',
  new_payer: 'rests.new_payer',
  new_worker: 'rests.new_worker',
  every: 'rests.every',
  known: 'rests.known',
  former: 'rests.known',
} as const satisfies Record<RestReason, SharedMessageId>;

const METHODS = {
  upi: 'rests.by_upi',
  netbanking: 'rests.by_netbanking',
  card: 'rests.by_card',
} as const satisfies Record<PayMethod, SharedMessageId>;

/** The words of these already name the card. */
const NAMES_METHOD: readonly RestReason[] = ['card', 'card_new_payer', 'known', 'former'];

/** "Your first job with Anil. Paid by UPI. 3 days." */
export function describeRest(locale: Locale, words: RestWords): string {
  const { reason, days, method, payer, worker, side, payerDays } = words;
  const sentences = [
    translate(locale, REASONS[reason], { payer, worker, side, joined: payerDays }),
    ...(method === null || NAMES_METHOD.includes(reason) ? [] : [translate(locale, METHODS[method])]),
    translate(locale, 'rests.days', { days }),
  ];
  return sentences.join(' ');
}
