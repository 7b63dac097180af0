/** Checks identity numbers with an outside vendor. The caller never stores the numbers. */
export interface IdentityVerifier {
  readonly provider: string;
  verifyPan(request: { referenceId: string; pan: string; name: string }): Promise<IdentityVerdict>;
  verifyGstin(request: { referenceId: string; gstin: string; name: string }): Promise<IdentityVerdict>;
  /** Returns a captcha picture, which the person solves before entering the Aadhaar number. */
  startAadhaar(person: Applicant): Promise<{ providerReference: string; captcha: string }>;
  /** Makes the authority send a one-time password to the mobile number that it knows. */
  sendAadhaarOtp(request: {
    providerReference: string;
    number: string;
    captcha: string;
  }): Promise<'sent' | 'wrong_captcha' | 'unknown_number' | 'over'>;
  completeAadhaar(request: {
    providerReference: string;
    otp: string;
  }): Promise<IdentityVerdict | 'wrong_otp' | 'over'>;
  /** Builds the reference of a DigiLocker visit; makes no call to the vendor. */
  buildDigilockerReference(referenceId: string): string;
  /** The address of DigiLocker's page, valid for ten minutes; the browser returns to `returnUrl`. */
  startDigilocker(request: {
    providerReference: string;
    returnUrl: string;
    person: Applicant;
  }): Promise<{ url: string }>;
  /** The current verdict of an earlier request. `null`: unknown to the vendor, or ended without a verdict. */
  getVerdict(providerReference: string): Promise<IdentityVerdict | null>;
}

/** The person who claims the identity. Vendors do not ask for it; the sandbox, which knows nobody, must be told. */
export interface Applicant {
  name: string;
  mobile: string;
}

export interface IdentityVerdict {
  providerReference: string;
  /** `denied`: the person refused at DigiLocker. `unfinished`: they have not completed their part yet. */
  status: 'verified' | 'pending' | 'refused' | 'denied' | 'unfinished';
  /** As registered with the authority. */
  registeredName: string | null;
  /** The name under which a business trades, beside its legal name. */
  tradeName?: string | null;
  reason: string | null;
  /** The end of an Aadhaar number that was not typed here. */
  numberLast4?: string;
  /** As in `1995-02-28`; of Aadhaar only. */
  birthDate?: string;
}
