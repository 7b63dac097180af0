import * as client from 'openid-client';
import { SOCIAL_PROVIDERS, type SocialProvider } from '@fws/contract/identity/model';
import { isEmail } from '@fws/contract/platform/identifiers';
import type { IssuerSettings } from '../../config/social.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { SocialIdentityError, type SocialIdentity, type SocialPerson } from '../../ports/social-identity.ts';
import { createDeadlineSignal } from '../deadline.ts';
import { createProviderCircuit } from '../provider-circuit.ts';

export type SocialSettings = Record<SocialProvider, IssuerSettings | null>;

const ANSWER_WITHIN_SECONDS = 6;
/** An older token does not prove who is using it now. */
const TOKEN_MAX_AGE_MS = 10 * 60_000;
const NAME_MAX = 60;

/** Works for Google, Facebook and the sandbox's issuer: only their settings differ. */
export function createOidcIdentity(settings: SocialSettings): SocialIdentity {
  const configurations = new Map<string, Promise<client.Configuration>>();
  const fetchers = { google: createFetch('google'), facebook: createFetch('facebook') };

  function getIssuer(provider: SocialProvider): IssuerSettings {
    const issuer = settings[provider];
    if (!issuer) throw new SocialIdentityError('unreachable', `${provider} is not set up`);
    return issuer;
  }

  /** The issuer's discovery document, loaded once; loaded again after a failure. */
  function loadConfiguration(provider: SocialProvider, use: 'code' | 'token'): Promise<client.Configuration> {
    const key = `${provider} ${use}`;
    const pending = configurations.get(key) ?? discover(getIssuer(provider), use, fetchers[provider]);
    configurations.set(key, pending);
    pending.catch(() => configurations.delete(key));
    return pending;
  }

  return {
    providers: SOCIAL_PROVIDERS.filter((provider) => settings[provider] !== null),

    begin: (provider, callbackUrl) =>
      translateErrors(async () => {
        const config = await loadConfiguration(provider, 'code');
        const codeVerifier = client.randomPKCECodeVerifier();
        const [state, nonce] = [client.randomState(), client.randomNonce()];
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: callbackUrl,
          scope: getIssuer(provider).scope,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        });
        return { url: url.href, state, nonce, codeVerifier };
      }),

    finish: (provider, returnUrl, { state, nonce, codeVerifier }) =>
      translateErrors(async () => {
        const config = await loadConfiguration(provider, 'code');
        const tokens = await client.authorizationCodeGrant(config, new URL(returnUrl), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new SocialIdentityError('refused', 'no identity token came');
        // Some issuers return names and e-mail only here. The library checks that the subject is the same.
        const { userinfo_endpoint: endpoint } = config.serverMetadata();
        const userInfo =
          endpoint && claims['email'] === undefined
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return toSocialPerson({ ...userInfo, ...claims });
      }),

    readToken: (provider, idToken, nonce, now) =>
      translateErrors(async () => {
        const config = await loadConfiguration(provider, 'token');
        // The library reads tokens from the fragment of a URL, where issuers put them.
        const carrier = new URL('https://fws.invalid/');
        carrier.hash = new URLSearchParams({ id_token: idToken }).toString();
        const expected = nonce === '' ? readNonce(idToken) : nonce;
        const claims = await client.implicitAuthentication(config, carrier, expected);
        if (now.getTime() - claims.iat * 1000 > TOKEN_MAX_AGE_MS)
          throw new SocialIdentityError('refused', 'the identity token is too old');
        return toSocialPerson(claims);
      }),
  };
}

/** One sign-in makes several calls to its issuer; the deadline covers all of them. */
function createFetch(provider: SocialProvider): client.CustomFetch {
  const circuit = createProviderCircuit(provider);
  return (url, options) =>
    circuit.run(new URL(url).pathname, async () => {
      const deadline = createDeadlineSignal(ANSWER_WITHIN_SECONDS * 1000);
      const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
      try {
        return await fetch(url, { ...(options as RequestInit), signal });
      } catch {
        throw new ProviderError('unknown', 'no_answer', 'the issuer did not answer');
      }
    });
}

async function discover(
  settings: IssuerSettings,
  use: 'code' | 'token',
  fetcher: client.CustomFetch,
): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret, tokenEndpoint } = settings;
  const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const discovered = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: ANSWER_WITHIN_SECONDS,
    execute: plain,
    [client.customFetch]: fetcher,
  });
  const metadata = discovered.serverMetadata();
  const complete =
    metadata.token_endpoint === undefined && tokenEndpoint !== null
      ? new client.Configuration(
          { ...toPlainData(metadata), token_endpoint: tokenEndpoint },
          clientId,
          clientSecret,
        )
      : discovered;
  complete.timeout = ANSWER_WITHIN_SECONDS;
  complete[client.customFetch] = fetcher;
  for (const allow of plain) allow(complete);
  if (use === 'token') client.useIdTokenResponseType(complete);
  // Verify the token's signature; do not rely on the TLS connection alone.
  else client.enableNonRepudiationChecks(complete);
  return complete;
}

/** Removes the library's helper functions, which a discovery document does not have. */
const toPlainData = (metadata: client.ServerMetadata) =>
  JSON.parse(JSON.stringify(metadata)) as client.ServerMetadata;

/** Reads the nonce without verification; the library verifies the token afterwards. */
function readNonce(idToken: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    const nonce = (claims as { nonce?: unknown } | null)?.nonce;
    return typeof nonce === 'string' ? nonce : '';
  } catch {
    return '';
  }
}

function toSocialPerson(claims: Record<string, unknown>): SocialPerson {
  const getText = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '');
  const email = getText('email').toLowerCase();
  const [first = '', ...otherNames] = getText('name').split(/\s+/);
  return {
    issuer: getText('iss'),
    subject: getText('sub'),
    firstName: (getText('given_name') || first).slice(0, NAME_MAX),
    lastName: (getText('family_name') || otherNames.join(' ')).slice(0, NAME_MAX),
    email: isEmail(email) ? email : '',
    emailVerified: isEmail(email) && claims['email_verified'] === true,
  };
}

/** Converts the library's errors to the port's own. Their messages may contain tokens and are not passed on. */
async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SocialIdentityError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const cause = error instanceof Error ? error.cause : undefined;
    const failed = cause instanceof Response && cause.status >= 500;
    const silent = error instanceof ProviderError || cause instanceof ProviderError;
    if (silent || failed)
      throw new SocialIdentityError('unreachable', `the issuer did not answer (${code || 'no code'})`);
    throw new SocialIdentityError('refused', `the issuer's answer does not hold (${code || 'no code'})`);
  }
}
