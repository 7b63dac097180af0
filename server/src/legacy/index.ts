import { isClean, type AnyCall } from '@fws/contract/platform/call';
import { createCleanFormat, type CallFormats } from '../platform/http/format.ts';
import { connectionTranslations } from './connections.ts';
import { contractTranslations } from './contracts.ts';
import { disputeTranslations } from './disputes.ts';
import { enquiryTranslations } from './enquiries.ts';
import { createContractFormat, createLegacyFormat } from './format.ts';
import { identityTranslations } from './identity.ts';
import { jobTranslations } from './jobs.ts';
import { kycTranslations } from './kyc.ts';
import { notificationTranslations } from './notifications.ts';
import { payoutTranslations } from './payouts.ts';
import { placeTranslations } from './places.ts';
import { profileTranslations } from './profile.ts';
import { quoteTranslations } from './quotes.ts';
import type { AnyTranslation } from './translation.ts';

const translations = new Map<AnyCall, AnyTranslation>([
  ...contractTranslations,
  ...disputeTranslations,
  ...identityTranslations,
  ...jobTranslations,
  ...kycTranslations,
  ...payoutTranslations,
  ...profileTranslations,
  ...quoteTranslations,
  ...connectionTranslations,
  ...notificationTranslations,
  ...placeTranslations,
  ...enquiryTranslations,
]);

/** The formats of a call: clean JSON for our web app, and the specification's forms and replies for everybody else. */
export function findFormats(call: AnyCall): CallFormats {
  const translation = translations.get(call) ?? {};
  const clean = isClean(call);
  const legacy = clean ? createLegacyFormat(call, translation) : createContractFormat(call);
  return {
    clean: clean ? createCleanFormat(call) : legacy,
    legacy,
    aliases: translation.aliases ?? call.aliases ?? [],
  };
}
