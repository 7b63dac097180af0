import type { SocialProvider } from '@fws/contract/identity/model';

/** Identity according to Google or Facebook: OpenID Connect, authorization code with PKCE. */
export interface SocialIdentity {
  /** The configured issuers. */
  readonly providers: readonly SocialProvider[];
  /** The address to send the browser to, and the values to keep until it returns. */
  begin(provider: SocialProvider, callbackUrl: string): Promise<SocialJourney>;
  /** `returnUrl` is the whole address that the browser returned to. */
  finish(provider: SocialProvider, returnUrl: string, journey: SocialJourney): Promise<SocialPerson>;
  /** For clients that completed the issuer's flow themselves. `nonce`: the one they used; empty when not given. */
  readToken(provider: SocialProvider, idToken: string, nonce: string, now: Date): Promise<SocialPerson>;
}

export interface SocialJourney {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SocialPerson {
  issuer: string;
  /** Never changes at the issuer and is never reassigned to another person. */
  subject: string;
  firstName: string;
  lastName: string;
  /** Empty when not given. */
  email: string;
  emailVerified: boolean;
}

/**
 * `refused`: the issuer's answer is invalid (forged, too old, for another client), or the person declined.
 * `unreachable`: no answer; a later attempt may succeed.
 */
export class SocialIdentityError extends Error {
  readonly outcome: 'refused' | 'unreachable';

  constructor(outcome: SocialIdentityError['outcome'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SocialIdentityError';
    this.outcome = outcome;
  }
}
