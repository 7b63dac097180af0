import type { Domain } from '../platform/domain.ts';
import { adminDomain } from './admin/index.ts';
import { filesDomain } from './files/index.ts';
import { connectionsDomain } from './connections/index.ts';
import { contractsDomain } from './contracts/index.ts';
import { disputesDomain } from './disputes/index.ts';
import { createEscrowDomain, type EscrowEvents } from './escrow/index.ts';
import { identityDomain } from './identity/index.ts';
import { enquiriesDomain } from './enquiries/index.ts';
import { jobsDomain } from './jobs/index.ts';
import { kycDomain } from './kyc/index.ts';
import { ledgerDomain } from './ledger/index.ts';
import { monthsDomain } from './months.ts';
import { nightlyDomain } from './nightly.ts';
import { notificationsDomain } from './notifications/index.ts';
import { payoutsDomain } from './payouts/index.ts';
import { placesDomain } from './places/index.ts';
import { profileDomain } from './profile/index.ts';
import { quotesDomain } from './quotes/index.ts';
import { searchDomain } from './search/index.ts';
import { siteDomain } from './site/index.ts';
import { todayDomain } from './today/index.ts';

/** Every domain of the product, in the order in which they may depend on each other. */
export const createDomains = ({ escrowEvents }: { escrowEvents: EscrowEvents }): readonly Domain[] => [
  identityDomain,
  ledgerDomain,
  filesDomain,
  placesDomain,
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
  contractsDomain,
  payoutsDomain,
  todayDomain,
  siteDomain,
  adminDomain,
  nightlyDomain,
  monthsDomain,
];
