/** Checks identity numbers with an outside vendor. Numbers pass through and are never kept by the caller. */
export interface IdentityVerifier {
  readonly provider: string;
  verifyPan(request: { referenceId: string; pan: string; name: string }): Promise<IdentityVerdict>;
  verifyGstin(request: { referenceId: string; gstin: string; name: string }): Promise<IdentityVerdict>;
  /** The present verdict of an earlier request, for what was pending. `null`: unknown to the vendor. */
  getVerdict(providerReference: string): Promise<IdentityVerdict | null>;
}

export interface IdentityVerdict {
  providerReference: string;
  status: 'verified' | 'pending' | 'refused';
  /** As registered with the authority. */
  registeredName: string | null;
  nameMatches: boolean;
  reason: string | null;
}
