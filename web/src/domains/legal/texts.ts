import type { MessageId } from '../../platform/i18n/index.ts';

export type LegalText = 'terms' | 'privacy' | 'about';

/** Each text has a title, and sections with a heading and a paragraph. */
export const legalTexts: Record<
  LegalText,
  { title: MessageId; sections: readonly (readonly [MessageId, MessageId])[] }
> = {
  terms: {
    title: 'shell.terms',
    sections: [
      ['legal.terms.who', 'legal.terms.whoText'],
      ['legal.terms.quote', 'legal.terms.quoteText'],
      ['legal.terms.escrow', 'legal.terms.escrowText'],
      ['legal.terms.release', 'legal.terms.releaseText'],
      ['legal.terms.cancel', 'legal.terms.cancelText'],
      ['legal.terms.refund', 'legal.terms.refundText'],
      ['legal.terms.dispute', 'legal.terms.disputeText'],
      ['legal.terms.withdraw', 'legal.terms.withdrawText'],
      ['legal.terms.rating', 'legal.terms.ratingText'],
      ['legal.terms.conduct', 'legal.terms.conductText'],
      ['legal.terms.grievance', 'legal.terms.grievanceText'],
      ['legal.terms.change', 'legal.terms.changeText'],
    ],
  },
  privacy: {
    title: 'shell.privacy',
    sections: [
      ['legal.privacy.what', 'legal.privacy.whatText'],
      ['legal.privacy.why', 'legal.privacy.whyText'],
      ['legal.privacy.identity', 'legal.privacy.identityText'],
      ['legal.privacy.who', 'legal.privacy.whoText'],
      ['legal.privacy.device', 'legal.privacy.deviceText'],
      ['legal.privacy.long', 'legal.privacy.longText'],
      ['legal.privacy.rights', 'legal.privacy.rightsText'],
      ['legal.privacy.grievance', 'legal.privacy.grievanceText'],
    ],
  },
  about: {
    title: 'shell.about',
    sections: [
      ['legal.about.what', 'legal.about.whatText'],
      ['legal.about.money', 'legal.about.moneyText'],
      ['legal.about.places', 'legal.about.placesText'],
      ['legal.about.reach', 'legal.about.reachText'],
    ],
  },
};
