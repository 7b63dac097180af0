import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type RunningSandbox } from '../main.ts';

const FWS = 'http://localhost:1';
const VERIFIER = 'v'.repeat(43);

let sandbox: RunningSandbox;
let issuer = '';

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, fwsUrl: FWS });
  issuer = `${sandbox.url}/oidc/google`;
});
afterAll(() => sandbox.close());

const request = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: 'sandbox',
    redirect_uri: `${FWS}/back`,
    response_type: 'code',
    scope: 'openid email profile',
    state: 's-1',
    nonce: 'n-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });

async function signIn(fields: Record<string, string>): Promise<URL> {
  const response = await fetch(`${issuer}/authorize?${request()}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '');
}

async function exchange(code: string, changes: Record<string, string> = {}) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${FWS}/back`,
      code_verifier: VERIFIER,
      client_id: 'sandbox',
      client_secret: 'sandbox',
      ...changes,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const getCode = async (fields: Record<string, string>) =>
  (await signIn(fields)).searchParams.get('code') ?? '';

test('each issuer serves its discovery document', async () => {
  for (const name of ['google', 'facebook']) {
    const url = `${sandbox.url}/oidc/${name}`;
    const response = await fetch(`${url}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({ issuer: url, jwks_uri: `${url}/jwks` });
  }
});

test('a sign-in returns a signed ID token of the person', async () => {
  const page = await (await fetch(`${issuer}/authorize?${request()}`)).text();
  expect(page).toContain('Asha Rao');
  const callback = await signIn({ person: '104857600001' });
  expect(callback.href.startsWith(`${FWS}/back?`)).toBe(true);
  expect(callback.searchParams.get('state')).toBe('s-1');
  const { status, body } = await exchange(callback.searchParams.get('code') ?? '');
  expect(status).toBe(200);
  const { payload } = await jwtVerify(body['id_token'] ?? '', createRemoteJWKSet(new URL(`${issuer}/jwks`)), {
    issuer,
    audience: 'sandbox',
  });
  expect(payload).toMatchObject({ sub: '104857600001', nonce: 'n-1', email_verified: true });
  const keys = await (await fetch(`${issuer}/jwks`)).text();
  expect(JSON.parse(keys).keys[0]).not.toHaveProperty('d');
  const userinfo = await fetch(`${issuer}/userinfo`, {
    headers: { authorization: `Bearer ${body['access_token']}` },
  });
  expect(await userinfo.json()).toMatchObject({ sub: '104857600001', given_name: 'Asha' });
});

test('a code works once, and only with its verifier, redirect URI and client', async () => {
  const asha = { person: '104857600001' };
  for (const changes of [
    { code_verifier: 'w'.repeat(43) },
    { redirect_uri: `${FWS}/elsewhere` },
    { grant_type: 'password' },
    { client_secret: 'guess' },
  ])
    expect((await exchange(await getCode(asha), changes)).status).toBeGreaterThanOrEqual(400);
  const code = await getCode(asha);
  expect((await exchange(code)).status).toBe(200);
  expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('the same details give the same subject, and a refusal returns no code', async () => {
  const meera = { given_name: 'Meera', email: 'meera@mail.example' };
  const subjects = await Promise.all(
    [meera, meera, { ...meera, email: 'other@mail.example' }].map(async (fields) => {
      const { body } = await exchange(await getCode(fields));
      return JSON.parse(Buffer.from(body['id_token']?.split('.')[1] ?? '', 'base64url').toString())
        .sub as string;
    }),
  );
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[2]).not.toBe(subjects[0]);
  const refused = await signIn({ answer: 'no' });
  expect(refused.searchParams.get('error')).toBe('access_denied');
});

test.each([
  { client_id: 'unknown' },
  { redirect_uri: 'https://elsewhere.example/back' },
  { redirect_uri: 'x' },
  { response_type: 'token' },
  { scope: 'email' },
  { code_challenge_method: 'plain' },
])('returns 400 without a redirect for the request %j', async (changes) => {
  const response = await fetch(`${issuer}/authorize?${request(changes)}`, { redirect: 'manual' });
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
});
