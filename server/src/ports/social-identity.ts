import type { SocialProvider } from '@fws/contract/identity/model';

/** Who somebody is, by the word of Google or Facebook: OpenID Connect, authorization code with PKCE. */
export interface SocialIdentity {
  /** The issuers that this installation knows. */
  readonly providers: readonly SocialProvider[];
  /** Where the browser is sent, and what must be remembered until it comes back. */
  begin(provider: SocialProvider, callbackUrl: string): Promise<SocialJourney>;
  /** `returnUrl` is the whole address the browser came back to. */
  finish(provider: SocialProvider, returnUrl: string, journey: SocialJourney): Promise<SocialPerson>;
  /** For clients that have been to the issuer by themselves. `nonce`: the one they asked with; empty: not told. */
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
  /** Never changes there and never goes to another person. */
  subject: string;
  firstName: string;
  lastName: string;
  /** Empty: not told. */
  email: string;
  emailVerified: boolean;
}

/**
 * `refused`: the issuer's answer does not hold (forged, too old, for somebody else), or the person said no.
 * `unreachable`: there was no answer; it may come another time.
 */
export class SocialIdentityError extends Error {
  readonly outcome: 'refused' | 'unreachable';

  constructor(outcome: SocialIdentityError['outcome'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SocialIdentityError';
    this.outcome = outcome;
  }
}
