import type { Domain } from '../platform/domain.ts';
import { adminDomain } from './admin/domain.ts';
import { filesDomain } from './files/domain.ts';
import { connectionsDomain } from './connections/domain.ts';
import { createVisitsDomain } from './visits/domain.ts';
import { contractsDomain } from './contracts/domain.ts';
import { disputesDomain } from './disputes/domain.ts';
import { escrowEvents, visitEvents } from './contracts/index.ts';
import { createEscrowDomain } from './escrow/domain.ts';
import { identityDomain } from './identity/domain.ts';
import { enquiriesDomain } from './enquiries/domain.ts';
import { jobsDomain } from './jobs/domain.ts';
import { kycDomain } from './kyc/domain.ts';
import { ledgerDomain } from './ledger/domain.ts';
import { linksDomain } from './links/domain.ts';
import { monthsDomain } from './months.ts';
import { nightlyDomain } from './nightly.ts';
import { notificationsDomain } from './notifications/domain.ts';
import { payoutsDomain } from './payouts/domain.ts';
import { placesDomain } from './places/domain.ts';
import { profileDomain } from './profile/domain.ts';
import { quotesDomain } from './quotes/domain.ts';
import { reliabilityDomain } from './reliability/domain.ts';
import { reviewsDomain } from './reviews/domain.ts';
import { reconciliationDomain } from './reconciliation/domain.ts';
import { restsDomain } from './rests/domain.ts';
import { searchDomain } from './search/domain.ts';
import { siteDomain } from './site/domain.ts';
import { safetyDomain } from './safety/domain.ts';
import { conversationsDomain } from './conversations/domain.ts';
import { pricesDomain } from './prices/domain.ts';
import { invitationsDomain } from './invitations/domain.ts';
import { repeatsDomain } from './repeats/domain.ts';
import { todayDomain } from './today/domain.ts';

/**
 * Every domain of the product, in the order in which they may depend on each other. Escrow and
 * visits stand below contracts, so they are given what they must tell about a job.
 */
export const domains: readonly Domain[] = [
  linksDomain,
  identityDomain,
  ledgerDomain,
  restsDomain,
  filesDomain,
  placesDomain,
  reliabilityDomain,
  notificationsDomain,
  enquiriesDomain,
  kycDomain,
  profileDomain,
  jobsDomain,
  searchDomain,
  quotesDomain,
  connectionsDomain,
  createEscrowDomain(escrowEvents),
  disputesDomain,
  reviewsDomain,
  createVisitsDomain(visitEvents),
  contractsDomain,
  payoutsDomain,
  reconciliationDomain,
  safetyDomain,
  conversationsDomain,
  pricesDomain,
  invitationsDomain,
  repeatsDomain,
  todayDomain,
  siteDomain,
  adminDomain,
  nightlyDomain,
  monthsDomain,
];
