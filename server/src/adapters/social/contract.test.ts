import { createSign, generateKeyPairSync } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SocialIdentity } from '../../ports/social-identity.ts';
import { createOidcIdentity } from './oidc.ts';

// An issuer that can misbehave in ways a correct one never does. The identity domain's wire tests cover the adapter
// with the sandbox's issuers.

const issuerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const NOW = new Date();
const seconds = Math.floor(NOW.getTime() / 1000);
const CALLBACK = 'http://localhost:1/api/social/google/callback';

let app: FastifyInstance;
let issuer = '';
let adapter: SocialIdentity;
/** What the issuer answers next. */
let claims: Record<string, unknown> = {};
let userinfo: Record<string, unknown> = {};
let signedBy = issuerKeys.privateKey;
let tokenStatus = 200;
let tokenRequest: Record<string, string> = {};

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function buildToken(): string {
  const text = `${encodePart({ alg: 'RS256', kid: 'k1' })}.${encodePart(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(signedBy).toString('base64url')}`;
}

beforeAll(async () => {
  app = fastify();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.get('/.well-known/openid-configuration', () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code', 'id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }));
  app.get('/jwks', () => ({
    keys: [{ ...issuerKeys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
  }));
  app.get('/userinfo', () => userinfo);
  app.post('/token', (request, reply) => {
    tokenRequest = request.body as Record<string, string>;
    return reply
      .code(tokenStatus)
      .send(
        tokenStatus === 200
          ? { access_token: 'a', token_type: 'bearer', id_token: buildToken() }
          : { error: 'invalid_grant' },
      );
  });
  issuer = await app.listen({ port: 0, host: 'localhost' });
});
afterAll(() => app.close());

beforeEach(() => {
  claims = {
    iss: issuer,
    sub: 's-1',
    aud: 'fws',
    iat: seconds,
    exp: seconds + 3600,
    nonce: 'n-1',
    given_name: 'Asha',
    family_name: 'Rao',
    email: 'Asha@Mail.example',
    email_verified: true,
  };
  userinfo = { sub: 's-1' };
  signedBy = issuerKeys.privateKey;
  tokenStatus = 200;
  // Like Facebook: the discovery document lacks the token endpoint.
  const settings = {
    issuer,
    clientId: 'fws',
    clientSecret: 'secret',
    scope: 'openid email public_profile',
    tokenEndpoint: `${issuer}/token`,
  };
  adapter = createOidcIdentity({ google: settings, facebook: null });
});

const person = {
  subject: 's-1',
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@mail.example',
  emailVerified: true,
};
const read = (nonce = '') => adapter.readToken('google', buildToken(), nonce, NOW);

async function finishJourney(changes: Record<string, string> = {}) {
  const journey = await adapter.begin('google', CALLBACK);
  claims['nonce'] ??= journey.nonce;
  const back = new URL(CALLBACK);
  for (const [name, value] of Object.entries({ code: 'c-1', state: journey.state, ...changes }))
    back.searchParams.set(name, value);
  return { journey, person: adapter.finish('google', back.href, journey) };
}

test('sends the browser to the issuer with state, nonce and a PKCE challenge', async () => {
  const { url, state, nonce, codeVerifier } = await adapter.begin('google', CALLBACK);
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({
    client_id: 'fws',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email public_profile',
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  expect(url).not.toContain(codeVerifier);
  expect((await adapter.begin('google', CALLBACK)).state).not.toBe(state);
});

test('exchanges the code for a person, with the verifier and the secret', async () => {
  delete claims['nonce'];
  const back = await finishJourney();
  expect(await back.person).toEqual({ issuer, ...person });
  expect(tokenRequest).toMatchObject({
    grant_type: 'authorization_code',
    code: 'c-1',
    code_verifier: back.journey.codeVerifier,
    client_secret: 'secret',
    redirect_uri: CALLBACK,
  });
});

test('fetches names and e-mail that the token omits, for the same subject only', async () => {
  delete claims['nonce'];
  for (const name of ['given_name', 'family_name', 'email', 'email_verified']) delete claims[name];
  userinfo = { sub: 's-1', name: 'Asha Devi Rao', email: 'asha@mail.example' };
  expect(await (await finishJourney()).person).toEqual({
    issuer,
    ...person,
    lastName: 'Devi Rao',
    emailVerified: false,
  });
  userinfo = { sub: 's-2', name: 'Somebody Else' };
  delete claims['nonce'];
  await expect((await finishJourney()).person).rejects.toMatchObject({ outcome: 'refused' });
});

const invalidTokens: [string, () => void][] = [
  ['signed by another key', () => (signedBy = otherKeys.privateKey)],
  ['of another issuer', () => (claims['iss'] = 'https://accounts.example')],
  ['for another client', () => (claims['aud'] = 'somebody-else')],
  [
    'for several clients, of which we are not the one',
    () => Object.assign(claims, { aud: ['fws', 'x'], azp: 'x' }),
  ],
  ['over', () => Object.assign(claims, { iat: seconds - 7200, exp: seconds - 3600 })],
  ['without a subject', () => delete claims['sub']],
];

test.each(invalidTokens)('refuses a code whose token is %s', async (_, spoil) => {
  delete claims['nonce'];
  spoil();
  await expect((await finishJourney()).person).rejects.toMatchObject({ outcome: 'refused' });
});

test('refuses another nonce, another state and an unknown code', async () => {
  claims['nonce'] = 'of another journey';
  await expect((await finishJourney()).person).rejects.toMatchObject({ outcome: 'refused' });
  delete claims['nonce'];
  await expect((await finishJourney({ state: 'x' })).person).rejects.toMatchObject({ outcome: 'refused' });
  tokenStatus = 400;
  await expect((await finishJourney()).person).rejects.toMatchObject({ outcome: 'refused' });
  tokenStatus = 503;
  await expect((await finishJourney()).person).rejects.toMatchObject({ outcome: 'unreachable' });
});

test('reads the token of a client that signed in by itself', async () => {
  expect(await read()).toEqual({ issuer, ...person });
  expect(await read('n-1')).toEqual({ issuer, ...person });
  await expect(read('n-2')).rejects.toMatchObject({ outcome: 'refused' });
});

test.each([
  ...invalidTokens,
  ['older than ten minutes', () => (claims['iat'] = seconds - 601)] as [string, () => void],
  ['without a nonce', () => delete claims['nonce']] as [string, () => void],
])('refuses a token %s', async (_, spoil) => {
  spoil();
  await expect(read()).rejects.toMatchObject({ outcome: 'refused' });
});

test('does not mark an invalid or unverified e-mail as verified', async () => {
  Object.assign(claims, { email: 'not an e-mail' });
  expect(await read()).toMatchObject({ email: '', emailVerified: false });
  Object.assign(claims, { email: 'asha@mail.example', email_verified: 'true' });
  expect(await read()).toMatchObject({ email: 'asha@mail.example', emailVerified: false });
});

test('refuses an issuer whose discovery document names another issuer', async () => {
  const other = new URL(issuer);
  other.hostname = 'localhost';
  const settings = { issuer: other.origin, clientId: 'fws', clientSecret: 'secret', scope: 'openid' };
  const misled = createOidcIdentity({ google: { ...settings, tokenEndpoint: null }, facebook: null });
  await expect(misled.begin('google', CALLBACK)).rejects.toBeInstanceOf(Error);
  expect((await adapter.begin('google', CALLBACK)).url).toContain(`${issuer}/authorize`);
});

test('offers only configured providers', async () => {
  expect(adapter.providers).toEqual(['google']);
  await expect(adapter.begin('facebook', CALLBACK)).rejects.toMatchObject({ outcome: 'unreachable' });
});
