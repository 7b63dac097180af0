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

type Texts = SharedMessageId | Record<RestWords['side'], SharedMessageId>;

const REASONS = {
  linked: 'rests.linked',
  charged_back: 'rests.charged_back',
  over_limit: 'rests.over_limit',
  card_new_payer: { poster: 'rests.card_new_payer_poster', worker: 'rests.card_new_payer_worker' },
  card_first: { poster: 'rests.first_poster', worker: 'rests.first_worker' },
  large: 'rests.large',
  first: { poster: 'rests.first_poster', worker: 'rests.first_worker' },
  payer_unidentified: {
    poster: 'rests.payer_unidentified_poster',
    worker: 'rests.payer_unidentified_worker',
  },
  card: 'rests.card',
  new_payer: { poster: 'rests.new_payer_poster', worker: 'rests.new_payer_worker' },
  new_worker: { poster: 'rests.new_worker_poster', worker: 'rests.new_worker_worker' },
  every: 'rests.every',
  known: 'rests.known',
  former: 'rests.known',
} as const satisfies Record<RestReason, Texts>;

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
  const texts: Texts = REASONS[reason];
  const when =
    payerDays === 0
      ? translate(locale, 'rests.today')
      : translate(locale, 'rests.days_ago', { days: payerDays });
  const sentences = [
    translate(locale, typeof texts === 'string' ? texts : texts[side], { payer, worker, when }),
    ...(method === null || NAMES_METHOD.includes(reason) ? [] : [translate(locale, METHODS[method])]),
    days === 0 ? translate(locale, 'rests.no_rest') : translate(locale, 'rests.days', { days }),
  ];
  return sentences.join(' ');
}
