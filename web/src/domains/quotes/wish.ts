import { PAYMENT_TERMS } from '@fws/contract/jobs/model';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import type { AskAnotherQuoteValues } from '@fws/contract/quotes/negotiation/schemas';
import type { Quote } from '@fws/contract/quotes/schemas';
import { toDraft, type QuoteDraft } from './draft.ts';

/** What a poster asks for instead of a quote, as typed. What is left as it is, is not asked for. */
export type Wish = {
  bidText: string;
  term: string;
  /** Of payment by milestone. */
  rows: QuoteDraft['rows'];
  startsOn: string;
  finishBy: string;
  note: string;
};

/** Begins with the payment and the milestones of the quote. */
export function createWish(quote: Quote): Wish {
  const { term, rows } = toDraft(quote);
  return { bidText: '', term, rows, startsOn: '', finishBy: '', note: '' };
}

export function toAskValues(wish: Wish, quote: Quote): AskAnotherQuoteValues {
  const parts = listAskedParts(wish, quote);
  const term = PAYMENT_TERMS.find((option) => option === wish.term);
  const asksTerm = term !== undefined && (term !== quote.term || parts.length > 0);
  return {
    quoteId: String(quote.id),
    offerVersion: String(quote.offerVersion),
    bidText: wish.bidText,
    term: asksTerm ? term : '',
    milestoneNames: parts.map(({ name }) => name),
    milestoneAmountTexts: parts.map(({ amount }) => amount),
    startsOn: wish.startsOn,
    finishBy: wish.finishBy,
    note: wish.note,
  };
}

/** The milestones, unless none was typed or they are those of the quote. */
function listAskedParts({ term, rows }: Wish, quote: Quote): Wish['rows'] {
  if (term !== 'milestone' || rows.every(({ name, amount }) => name === '' && amount === '')) return [];
  const isAsQuoted =
    quote.term === 'milestone' &&
    rows.length === quote.parts.length &&
    rows.every(({ name, amount }, index) => {
      const part = quote.parts[index];
      return name === part?.name && parseRupees(amount) === part.amountPaise;
    });
  return isAsQuoted ? [] : rows;
}

/** What the milestones must add up to: the amount that is asked for, or else whatever they add up to. */
export function getRowsTotal({ bidText, rows }: Wish): string {
  if (bidText !== '') return bidText;
  return toRupees(rows.reduce((sum, { amount }) => sum + (parseRupees(amount) ?? 0), 0));
}
