/** Checks identity numbers with an outside vendor. Numbers pass through and are never kept by the caller. */
export interface IdentityVerifier {
  readonly provider: string;
  verifyPan(request: { referenceId: string; pan: string; name: string }): Promise<IdentityVerdict>;
  verifyGstin(request: { referenceId: string; gstin: string; name: string }): Promise<IdentityVerdict>;
  /** A picture with characters to type, before a person's Aadhaar number. */
  startAadhaar(person: Applicant): Promise<{ providerReference: string; captcha: string }>;
  /** The authority sends a one-time password to the mobile number it knows. */
  sendAadhaarOtp(request: {
    providerReference: string;
    number: string;
    captcha: string;
  }): Promise<'sent' | 'wrong_captcha' | 'unknown_number' | 'over'>;
  completeAadhaar(request: {
    providerReference: string;
    otp: string;
  }): Promise<IdentityVerdict | 'wrong_otp' | 'over'>;
  /** How a DigiLocker visit will be called; nothing is asked of the vendor yet. */
  digilockerReference(referenceId: string): string;
  /** The address of DigiLocker's page, good for ten minutes; the browser comes back to `returnUrl`. */
  startDigilocker(request: {
    providerReference: string;
    returnUrl: string;
    person: Applicant;
  }): Promise<{ url: string }>;
  /** The present verdict of an earlier request. `null`: unknown to the vendor, or over without one. */
  getVerdict(providerReference: string): Promise<IdentityVerdict | null>;
}

/** Who says that the identity is theirs. Vendors do not ask; the sandbox, which knows nobody, is told. */
export interface Applicant {
  name: string;
  mobile: string;
}

export interface IdentityVerdict {
  providerReference: string;
  /** `denied`: the person said no at DigiLocker. `unfinished`: they have not done their part yet. */
  status: 'verified' | 'pending' | 'refused' | 'denied' | 'unfinished';
  /** As registered with the authority. */
  registeredName: string | null;
  nameMatches: boolean;
  reason: string | null;
  /** Of an Aadhaar number that was not typed here. */
  numberLast4?: string;
}
