import * as z from 'zod/mini';
import { maybeDate, optionalText, rupeeText } from '../platform/schemas.ts';
import { parseRupees, toPaise } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import { parseWindow } from './window.ts';

/** The visit that a quote states. */
export const visitOffer = z.object({ date: z.string(), window: z.string(), feePaise: z.number() });
export type VisitOffer = z.output<typeof visitOffer>;

const WINDOW_LENGTH = '16:00-18:00'.length;

/** For the form of a quote. Without a date the quote states no visit; where all are left out, it stays as it is. */
export const visitFields = {
  visitDate: maybeDate('quotes.date_wrong'),
  visitWindow: z.optional(optionalText(WINDOW_LENGTH)),
  visitFeeText: z.optional(rupeeText()),
};

const visitForm = z.object(visitFields);
type VisitForm = z.output<typeof visitForm>;

const rule = (isValid: (form: VisitForm) => boolean, field: keyof VisitForm, message: SharedMessageId) =>
  z.refine<VisitForm>(isValid, { path: [field], message, when: () => true });

export const visitRules = [
  rule(
    ({ visitDate, visitWindow = '' }) => (visitDate ? parseWindow(visitWindow) !== null : visitWindow === ''),
    'visitWindow',
    'visits.window_wrong',
  ),
  rule(
    ({ visitDate, visitFeeText = '' }) => Boolean(visitDate) || (parseRupees(visitFeeText) ?? 0) === 0,
    'visitFeeText',
    'visits.fee_without_visit',
  ),
] as const;

/** Undefined: left out. Null: none. */
export const readVisitForm = (form: VisitForm): VisitOffer | null | undefined => {
  const { visitDate, visitWindow = '', visitFeeText } = form;
  if (visitDate === undefined) return undefined;
  if (visitDate === null) return null;
  return { date: visitDate, window: visitWindow, feePaise: visitFeeText ? toPaise(visitFeeText) : 0 };
};
