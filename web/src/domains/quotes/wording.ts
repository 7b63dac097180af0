import type { HistoryStep } from '@fws/contract/quotes/negotiation/schemas';
import type { Quote } from '@fws/contract/quotes/schemas';
import { formatDate, formatRupees, type Translate } from '../../platform/i18n/index.ts';
import { bidNames } from './labels.ts';

type Asked = Pick<HistoryStep, 'bidPaise' | 'term' | 'startsOn' | 'finishBy'>;

export const formatDay = (t: Translate, day: string): string => formatDate(t, day, { year: false });

/** "₹50,000, By Milestone, done by 12 Dec": what the poster asked for. Empty: only what the note says. */
export const describeAsked = (t: Translate, { bidPaise, term, startsOn, finishBy }: Asked): string =>
  [
    bidPaise === null ? '' : formatRupees(bidPaise),
    term === null ? '' : t(bidNames[term]),
    startsOn === null ? '' : t('web.quotes.startsOnDay', { date: formatDay(t, startsOn) }),
    finishBy === null ? '' : t('web.quotes.finishByDay', { date: formatDay(t, finishBy) }),
  ]
    .filter((part) => part !== '')
    .join(', ');

/** "Your quote now: ₹54,000. ₹50,000 is asked for." */
export function describeAmounts(t: Translate, quote: Quote): string {
  const now = t('web.quotes.amountNow', { amount: formatRupees(quote.bidPaise) });
  const bidPaise = quote.asked?.bidPaise ?? null;
  return bidPaise === null
    ? now
    : `${now} ${t('web.quotes.amountAsked', { amount: formatRupees(bidPaise) })}`;
}

const DAY_MS = 24 * 3600_000;

/** "6 days sooner", "2 days later", "same". */
export function compareDays(t: Translate, before: string, after: string): string {
  const days = Math.round((Date.parse(after) - Date.parse(before)) / DAY_MS);
  if (days === 0) return t('web.quotes.same');
  return t(days < 0 ? 'web.quotes.daysSooner' : 'web.quotes.daysLater', { count: Math.abs(days) });
}

/** "₹2,000 less", "same". */
export function compareAmounts(t: Translate, before: number, after: number): string {
  if (before === after) return t('web.quotes.same');
  const amount = formatRupees(Math.abs(after - before));
  return t(after < before ? 'web.quotes.amountLess' : 'web.quotes.amountMore', { amount });
}
