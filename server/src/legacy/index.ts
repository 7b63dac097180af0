import type { AnyCall } from '@fws/contract/platform/call';
import { createCleanFormat, type CallFormats } from '../platform/http/format.ts';
import { connectionTranslations } from './connections.ts';
import { contractTranslations } from './contracts.ts';
import { disputeTranslations } from './disputes.ts';
import { enquiryTranslations } from './enquiries.ts';
import { fileTranslations } from './files.ts';
import { createLegacyFormat } from './format.ts';
import { identityTranslations } from './identity.ts';
import { jobTranslations } from './jobs.ts';
import { kycTranslations } from './kyc.ts';
import { notificationTranslations } from './notifications.ts';
import { payoutTranslations } from './payouts.ts';
import { placeTranslations } from './places.ts';
import { profileTranslations } from './profile.ts';
import { quoteTranslations } from './quotes.ts';
import { searchTranslations } from './search.ts';
import type { AnyTranslation } from './translation.ts';

const translations = new Map<AnyCall, AnyTranslation>([
  ...connectionTranslations,
  ...contractTranslations,
  ...disputeTranslations,
  ...enquiryTranslations,
  ...fileTranslations,
  ...identityTranslations,
  ...jobTranslations,
  ...kycTranslations,
  ...notificationTranslations,
  ...payoutTranslations,
  ...placeTranslations,
  ...profileTranslations,
  ...quoteTranslations,
  ...searchTranslations,
]);

/** The formats of a call: clean JSON for our web app, and the specification's forms and replies for everybody else. */
export function findFormats(call: AnyCall): CallFormats {
  const translation = translations.get(call) ?? {};
  return {
    clean: createCleanFormat(call),
    legacy: createLegacyFormat(call, translation),
    aliases: translation.aliases ?? [],
  };
}
