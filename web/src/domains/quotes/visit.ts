import type { Quote } from '@fws/contract/quotes/schemas';
import { toVisitWindow } from '@fws/contract/visits/window';
import { formatRupees, type Translate } from '../../platform/i18n/index.ts';
import { formatVisitTime } from '../visits/index.ts';

type Visited = Pick<Quote, 'visit'>;

/** "18 Dec 2026, 4:00 pm to 6:00 pm". Empty where the quote states no visit. `now`: in ms. */
export function describeVisitTime(t: Translate, { visit }: Visited, now: number): string {
  const window = visit && toVisitWindow(visit.date, visit.window);
  return window ? formatVisitTime(t, { startsAt: window.startsMs, endsAt: window.endsMs }, now) : '';
}

/** "Visit fee ₹250", or that there is none. */
export const describeVisitFee = (t: Translate, { visit }: Visited): string =>
  visit && visit.feePaise > 0
    ? t('web.quotes.visitFeeOf', { amount: formatRupees(visit.feePaise) })
    : t('web.quotes.noVisitFee');

/** "18 Dec 2026, 4:00 pm to 6:00 pm, Visit fee ₹250". Empty where the quote states no visit. */
export const describeVisit = (t: Translate, visited: Visited, now: number): string =>
  visited.visit === null ? '' : `${describeVisitTime(t, visited, now)}, ${describeVisitFee(t, visited)}`;

/** What the poster pays first: the fee of a visit, or else the first part. Null: a quote without parts. */
export const getFirstPaise = ({ visit, parts }: Pick<Quote, 'visit' | 'parts'>): number | null =>
  visit && visit.feePaise > 0 ? visit.feePaise : (parts[0]?.amountPaise ?? null);

/** The work and the visit. */
export const getWholePaise = ({ visit, bidPaise }: Pick<Quote, 'visit' | 'bidPaise'>): number =>
  bidPaise + (visit?.feePaise ?? 0);
