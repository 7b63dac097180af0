import type { IdentityVerifier } from '../../ports/identity-verifier.ts';
import { createCashfreeIdentity, type CashfreeIdentityAccount } from './cashfree.ts';
import { createSetuAadhaar, type SetuAccount } from './setu.ts';

/** Combines Cashfree for PAN, GSTIN and DigiLocker with Setu for Aadhaar by number. */
export function createIdentityVerifier(
  cashfree: CashfreeIdentityAccount,
  setu: SetuAccount,
): IdentityVerifier {
  const byCashfree = createCashfreeIdentity(cashfree);
  const bySetu = createSetuAadhaar(setu);
  return {
    ...bySetu,
    ...byCashfree,
    getVerdict: (reference) => (reference.startsWith('okyc:') ? bySetu : byCashfree).getVerdict(reference),
  };
}
