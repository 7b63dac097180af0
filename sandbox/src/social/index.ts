import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { Context } from '../context.ts';
import { parsePerson, TEST_PEOPLE, type TestPerson } from './people.ts';
import { html, type Html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';

const PROVIDERS = { google: 'Google', facebook: 'Facebook' } as const;
type Provider = keyof typeof PROVIDERS;
type Fields = Record<string, string | undefined>;

const CODE_MS = 60_000;
const TOKEN_SECONDS = 3600;

/** The grant behind an authorization code or access token. In memory, because both are short-lived. */
interface Grant {
  provider: Provider;
  person: TestPerson;
  redirectUri: string;
  challenge: string;
  nonce: string | null;
  endsAt: number;
}

/** Two OpenID Connect issuers, one for each button: authorization code with PKCE, as Google documents it. */
export function addSocial(app: FastifyInstance, context: Context): void {
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, Grant>();
  let keyPromise: ReturnType<typeof loadSigningKey> | undefined;
  const getKey = () => (keyPromise ??= loadSigningKey(context));

  for (const provider of Object.keys(PROVIDERS) as Provider[]) {
    const getIssuer = (request: FastifyRequest) => `${request.protocol}://${request.host}/oidc/${provider}`;

    app.get(`/oidc/${provider}/.well-known/openid-configuration`, async (request) => ({
      issuer: getIssuer(request),
      authorization_endpoint: `${getIssuer(request)}/authorize`,
      token_endpoint: `${getIssuer(request)}/token`,
      userinfo_endpoint: `${getIssuer(request)}/userinfo`,
      jwks_uri: `${getIssuer(request)}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile', 'public_profile'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
    }));

    app.get(`/oidc/${provider}/jwks`, async () => ({ keys: [(await getKey()).public] }));

    app.get<{ Querystring: Fields }>(`/oidc/${provider}/authorize`, async ({ query }, reply) => {
      const problem = findProblem(query, context);
      return problem === null ? showChoice(reply, provider, query) : showProblem(reply, problem);
    });

    app.post<{ Querystring: Fields; Body: Fields | null }>(
      `/oidc/${provider}/authorize`,
      async ({ query, body }, reply) => {
        const problem = findProblem(query, context);
        if (problem !== null) return showProblem(reply, problem);
        const callback = new URL(query['redirect_uri'] ?? '');
        if (query['state'] !== undefined) callback.searchParams.set('state', query['state']);
        const person = body?.['answer'] === 'no' ? null : parsePerson(body ?? {});
        if (person === null) callback.searchParams.set('error', 'access_denied');
        else {
          const code = randomBytes(24).toString('base64url');
          codes.set(code, {
            provider,
            person,
            redirectUri: query['redirect_uri'] ?? '',
            challenge: query['code_challenge'] ?? '',
            nonce: query['nonce'] ?? null,
            endsAt: context.now().getTime() + CODE_MS,
          });
          callback.searchParams.set('code', code);
        }
        return reply.redirect(callback.href, 303);
      },
    );

    app.post<{ Body: Fields | null }>(`/oidc/${provider}/token`, async (request, reply) => {
      const body = request.body ?? {};
      void reply.header('cache-control', 'no-store');
      if (!isOurClient(request, body, context)) return refuse(reply, 401, 'invalid_client');
      if (body['grant_type'] !== 'authorization_code') return refuse(reply, 400, 'unsupported_grant_type');
      const grant = codes.get(body['code'] ?? '');
      codes.delete(body['code'] ?? '');
      const isValidGrant =
        grant?.provider === provider &&
        grant.endsAt > context.now().getTime() &&
        grant.redirectUri === body['redirect_uri'] &&
        grant.challenge === hashS256(body['code_verifier'] ?? '');
      if (!grant || !isValidGrant) return refuse(reply, 400, 'invalid_grant');
      const accessToken = randomBytes(24).toString('base64url');
      accessTokens.set(accessToken, grant);
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: TOKEN_SECONDS,
        scope: 'openid email profile',
        id_token: await createIdToken(grant, getIssuer(request), context, await getKey()),
      };
    });

    app.get(`/oidc/${provider}/userinfo`, async (request, reply) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const grant = accessTokens.get(token);
      return grant?.provider === provider
        ? { sub: grant.person.sub, ...toClaims(grant.person) }
        : refuse(reply, 401, 'invalid_token');
    });
  }
}

const hashS256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });

/** Created once and stored, so that tokens stay valid over a restart. */
async function loadSigningKey(context: Context): Promise<{ private: JWK; public: JWK }> {
  if (context.state.oidcKey === null) {
    const pair = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(pair.privateKey);
    context.state.oidcKey ??= { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
  }
  const privateJwk = context.state.oidcKey as JWK;
  const { kty, n, e, kid, alg, use } = privateJwk;
  return { private: privateJwk, public: { kty, n, e, kid, alg, use } as JWK };
}

async function createIdToken(
  grant: Grant,
  issuer: string,
  context: Context,
  key: { private: JWK },
): Promise<string> {
  const nowSeconds = Math.floor(context.now().getTime() / 1000);
  const nonce = grant.nonce === null ? {} : { nonce: grant.nonce };
  return new SignJWT({ ...toClaims(grant.person), ...nonce })
    .setProtectedHeader({ alg: 'RS256', kid: key.private.kid ?? '', typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(grant.person.sub)
    .setAudience(context.settings.clientId)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + TOKEN_SECONDS)
    .sign(await importJWK(key.private, 'RS256'));
}

function toClaims(person: TestPerson) {
  const { given_name, family_name, email, email_verified } = person;
  const name = `${given_name} ${family_name}`.trim();
  return { name, given_name, family_name, ...(email === null ? {} : { email, email_verified }) };
}

/** Describes an invalid request. Such a request is never redirected back to the client. */
function findProblem(query: Fields, { settings }: Context): string | null {
  const redirect = query['redirect_uri'] ?? '';
  if (query['client_id'] !== settings.clientId) return 'This client is not known here.';
  if (!URL.canParse(redirect) || new URL(redirect).origin !== new URL(settings.fwsUrl).origin)
    return 'This redirect_uri is not registered.';
  if (query['response_type'] !== 'code') return 'Only response_type=code is offered.';
  if (!(query['scope'] ?? '').split(' ').includes('openid')) return 'The scope openid is missing.';
  if (query['code_challenge_method'] !== 'S256' || !query['code_challenge'])
    return 'PKCE with S256 is required.';
  return null;
}

function isOurClient(request: FastifyRequest, body: Fields, { settings }: Context): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const [id = '', secret = ''] =
    basic === undefined
      ? [body['client_id'], body['client_secret']]
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
  return isSame(id, settings.clientId) && isSame(secret, settings.clientSecret);
}

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(hashS256(given)), Buffer.from(hashS256(expected)));

function showProblem(reply: FastifyReply, problem: string) {
  const content = html`<section><p role="alert">${problem}</p></section>`;
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .send(renderPage('Cannot sign in', content, { width: 'narrow' }));
}

function showChoice(reply: FastifyReply, provider: Provider, query: Fields) {
  const action = `/oidc/${provider}/authorize?${new URLSearchParams(query as Record<string, string>)}`;
  const renderChoice = (person: TestPerson): Html =>
    html`<form method="post" action="${action}">
      <input type="hidden" name="person" value="${person.sub}" />
      <button>
        ${person.given_name} ${person.family_name}
        (${person.email === null ? 'no e-mail' : person.email_verified ? 'verified e-mail' : 'unverified e-mail'})
      </button>
    </form>`;
  const content = html`
    <section class="stack">
      <p>Who signs in?</p>
      ${TEST_PEOPLE.map(renderChoice)}
    </section>
    <section>
      <h2>Somebody else</h2>
      <form method="post" action="${action}" class="stack">
        <label>First name<br /><input name="given_name" required /></label>
        <label>Last name<br /><input name="family_name" /></label>
        <label>E-mail<br /><input name="email" type="email" /></label>
        <label
          ><input type="checkbox" name="email_verified" value="true" style="width:auto" /> The e-mail is
          verified</label
        >
        <button class="main">Sign in</button>
      </form>
    </section>
    <section>
      <form method="post" action="${action}">
        <input type="hidden" name="answer" value="no" />
        <button class="stop">Cancel</button>
      </form>
    </section>
    <p class="soft">This is a test page: it is not ${PROVIDERS[provider]}.</p>
  `;
  return reply
    .type('text/html; charset=utf-8')
    .send(renderPage(`${PROVIDERS[provider]} sign-in`, content, { width: 'narrow' }));
}
