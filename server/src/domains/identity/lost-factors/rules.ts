import { FACTOR_PROOFS, FACTOR_REMOVAL_HOURS, type FactorProof } from '@fws/contract/identity/model';
import { CONTACT_DISTRUST_MS, isTrustedContact } from '../alerts/rules.ts';

export const REMOVAL_WAIT_MS = FACTOR_REMOVAL_HOURS * 3600_000;

/** What FWS has verified of a user. */
export interface VerifiedFacts {
  identity_state: string;
  mobile_verified_at: Date | null;
  email_verified_at: Date | null;
  contacts_trusted_before: Date | null;
}

/**
 * The proofs that a user can give. A document is compared with the identity that was verified. Contacts count only when
 * both were verified thirty days ago: somebody who has taken over the account may have set them.
 */
export function listPossibleProofs(user: VerifiedFacts, now: Date): FactorProof[] {
  const trustedBefore = new Date(
    Math.min(
      now.getTime() - CONTACT_DISTRUST_MS,
      user.contacts_trusted_before?.getTime() ?? Number.POSITIVE_INFINITY,
    ),
  );
  const isPossible: Record<FactorProof, boolean> = {
    video_document: user.identity_state === 'verified',
    office_document: user.identity_state === 'verified',
    both_contacts:
      isTrustedContact(user.mobile_verified_at, trustedBefore) &&
      isTrustedContact(user.email_verified_at, trustedBefore),
  };
  return FACTOR_PROOFS.filter((proof) => isPossible[proof]);
}
