import { OFFER_FIELDS, type OfferField } from '@fws/contract/quotes/negotiation/model';
import { readVisit } from '../store.ts';
import type { StepRow } from './store.ts';

type Offer = Omit<
  StepRow,
  'number' | 'step' | 'turn' | 'note' | 'reason' | 'masked' | 'filter_version' | 'at'
>;

const getValue = (offer: Offer, field: OfferField): unknown => {
  switch (field) {
    case 'bidPaise':
      return offer.bid_paise;
    case 'term':
      return offer.term;
    case 'parts':
      return offer.parts.map(({ name, amountPaise }) => [name, amountPaise]);
    case 'startsOn':
      return offer.starts_on;
    case 'finishBy':
      return offer.finish_by;
    case 'visit':
      return readVisit(offer);
    case 'workScope':
      return offer.work_scope;
  }
};

const isSame = (left: Offer, right: Offer, field: OfferField): boolean =>
  JSON.stringify(getValue(left, field)) === JSON.stringify(getValue(right, field));

/** In what an offer differs from the one before it. The poster asks for no more than is given. */
export function listChanges(step: Offer, before: Offer | undefined): OfferField[] {
  if (!before) return [];
  const isGiven = (field: OfferField): boolean => {
    const value = getValue(step, field);
    return step.version !== null || !(value === null || value === '' || JSON.stringify(value) === '[]');
  };
  return OFFER_FIELDS.filter((field) => isGiven(field) && !isSame(step, before, field));
}
