import type { IdentityVerifier } from '../../ports/identity-verifier.ts';
import { cashfreeIdentity, type CashfreeIdentityAccount } from './cashfree.ts';
import { setuAadhaar, type SetuAccount } from './setu.ts';

/** Combines Cashfree for PAN, GSTIN and DigiLocker with Setu for Aadhaar by number. */
export function identityVendors(cashfree: CashfreeIdentityAccount, setu: SetuAccount): IdentityVerifier {
  const byCashfree = cashfreeIdentity(cashfree);
  const bySetu = setuAadhaar(setu);
  return {
    ...bySetu,
    ...byCashfree,
    getVerdict: (reference) => (reference.startsWith('okyc:') ? bySetu : byCashfree).getVerdict(reference),
  };
}
