import type { MessageId } from '../../platform/i18n/index.ts';

export type LegalText = 'terms' | 'privacy' | 'about';

/** Each text is a title and sections of a heading and a paragraph. */
export const legalTexts: Record<
  LegalText,
  { title: MessageId; sections: readonly (readonly [MessageId, MessageId])[] }
> = {
  terms: {
    title: 'shell.terms',
    sections: [
      ['legal.terms.who', 'legal.terms.whoText'],
      ['legal.terms.escrow', 'legal.terms.escrowText'],
      ['legal.terms.release', 'legal.terms.releaseText'],
      ['legal.terms.refund', 'legal.terms.refundText'],
      ['legal.terms.withdraw', 'legal.terms.withdrawText'],
      ['legal.terms.conduct', 'legal.terms.conductText'],
    ],
  },
  privacy: {
    title: 'shell.privacy',
    sections: [
      ['legal.privacy.what', 'legal.privacy.whatText'],
      ['legal.privacy.identity', 'legal.privacy.identityText'],
      ['legal.privacy.who', 'legal.privacy.whoText'],
      ['legal.privacy.long', 'legal.privacy.longText'],
      ['legal.privacy.rights', 'legal.privacy.rightsText'],
    ],
  },
  about: {
    title: 'shell.about',
    sections: [
      ['legal.about.what', 'legal.about.whatText'],
      ['legal.about.money', 'legal.about.moneyText'],
      ['legal.about.places', 'legal.about.placesText'],
    ],
  },
};
