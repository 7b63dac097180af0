import { formatRupees } from '@fws/contract/platform/display';
import type { Quote } from '@fws/contract/quotes/schemas';
import type { FormPart } from '../../../platform/elsewhere/useSavedElsewhere.ts';
import { formatDate, translate, type MessageId } from '../../../platform/i18n/index.ts';
import { buildPhotosPart, type FormPhotos } from '../../../platform/photos/usePhotos.ts';
import { toDraft, type QuoteDraft } from '../draft.ts';
import { bidNames } from '../labels.ts';

interface OfferParts {
  draft: { read: () => QuoteDraft; change: (draft: QuoteDraft) => void };
  photos: FormPhotos;
  proposal: { current: File | undefined; remove: () => void; opened: Quote | undefined };
}

/** The questions of a sent quote, as far as another tab may have saved other answers. */
export function listQuoteParts({ draft, photos, proposal }: OfferParts): FormPart<Quote>[] {
  const build = (
    label: MessageId,
    field: keyof QuoteDraft,
    describe: (quote: Quote) => string,
  ): FormPart<Quote> => ({
    label: translate(label),
    pick: (quote) => toDraft(quote)[field],
    read: () => draft.read()[field],
    take: (quote) => draft.change({ ...draft.read(), [field]: toDraft(quote)[field] }),
    describe,
  });
  return [
    build('web.quotes.bid', 'bid', ({ bidPaise }) => formatRupees(bidPaise)),
    build('web.quotes.howPaid', 'term', ({ term }) => translate(bidNames[term])),
    build('web.quotes.milestones', 'rows', ({ parts }) =>
      parts.map(({ name, amountPaise }) => `${name} ${formatRupees(amountPaise)}`).join(', '),
    ),
    build('web.quotes.startsOn', 'startsOn', ({ startsOn }) => formatDay(startsOn)),
    build('web.quotes.finishBy', 'finishBy', ({ finishBy }) => formatDay(finishBy)),
    build('web.quotes.visitDay', 'visitDate', ({ visit }) => formatDay(visit?.date ?? null)),
    build('web.quotes.visitFrom', 'visitFrom', ({ visit }) => visit?.window.split('-')[0] ?? ''),
    build('web.quotes.visitUntil', 'visitUntil', ({ visit }) => visit?.window.split('-')[1] ?? ''),
    build('web.quotes.visitFee', 'visitFee', ({ visit }) => (visit ? formatRupees(visit.feePaise) : '')),
    build('web.quotes.scope', 'workScope', ({ workScope }) => workScope),
    buildPhotosPart(photos, translate('web.photos.title')),
    {
      label: translate('web.quotes.proposal'),
      pick: nameProposal,
      read: () => proposal.current?.name ?? nameProposal(proposal.opened),
      take: proposal.remove,
      describe: (quote) => quote.proposal?.name ?? '',
    },
  ];
}

const formatDay = (day: string | null): string => (day === null ? '' : formatDate(translate, day));

/** Not its address, which is signed anew with each reply. */
const nameProposal = (quote: Quote | undefined): string =>
  quote?.proposal ? `${quote.proposal.name} ${quote.proposal.bytes}` : '';
