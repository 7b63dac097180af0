import type { HistoryStep } from '@fws/contract/quotes/negotiation/schemas';
import type { OfferField } from '@fws/contract/quotes/negotiation/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { formatDate, formatRupees, type MessageId, type Translate } from '../../platform/i18n/index.ts';
import { bidNames } from './labels.ts';

type Asked = Pick<HistoryStep, 'bidPaise' | 'term' | 'parts' | 'startsOn' | 'finishBy'>;

export const formatDay = (t: Translate, day: string): string => formatDate(t, day, { year: false });

/** "Carcass ₹40,000, Doors ₹10,000". */
export const describeParts = (parts: HistoryStep['parts']): string =>
  parts.map(({ name, amountPaise }) => `${name} ${formatRupees(amountPaise)}`).join(', ');

/** "₹50,000, By Milestone (Carcass ₹40,000, Doors ₹10,000), done by 12 Dec": what the poster asked for. Empty: only what the note says. */
export const describeAsked = (t: Translate, { bidPaise, term, parts, startsOn, finishBy }: Asked): string =>
  [
    bidPaise === null ? '' : formatRupees(bidPaise),
    term === null ? '' : `${t(bidNames[term])}${parts.length === 0 ? '' : ` (${describeParts(parts)})`}`,
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

const FIELD_NAMES: Record<OfferField, MessageId> = {
  bidPaise: 'web.quotes.amount',
  term: 'web.quotes.payment',
  parts: 'web.quotes.milestones',
  startsOn: 'web.quotes.startsOn',
  finishBy: 'web.quotes.finishBy',
  visit: 'web.quotes.visit',
  workScope: 'web.quotes.scope',
};

/** "Changed: Amount, Scope of work". Only the worker of a payment by milestone chooses its parts. Empty: nothing of an offer. */
export function describeChanged(t: Translate, { version, term, changed }: HistoryStep): string {
  const fields = changed.filter((field) => field !== 'parts' || term === 'milestone');
  if (version === null || fields.length === 0) return '';
  return t('web.quotes.changedFields', { fields: fields.map((field) => t(FIELD_NAMES[field])).join(', ') });
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
