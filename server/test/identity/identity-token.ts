import { createHash } from 'node:crypto';
import type { World } from '../world.ts';
import { Browser, type Person, type Provider } from './browser.ts';

/** Returns the identity token of a client that signed in at the issuer by itself. */
export async function createIdentityToken(world: World, provider: Provider, person: Person): Promise<string> {
  const issuer = `${world.sandboxUrl}/oidc/${provider}`;
  const redirect_uri = `${world.url}/elsewhere`;
  const verifier = 'v'.repeat(43);
  const query = new URLSearchParams({
    client_id: 'sandbox',
    redirect_uri,
    response_type: 'code',
    scope: 'openid email profile',
    nonce: 'n-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await new Browser(world).visit(`${issuer}/authorize?${query}`, person);
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code') ?? '',
      redirect_uri,
      code_verifier: verifier,
      client_id: 'sandbox',
      client_secret: 'sandbox',
    }),
  });
  return ((await response.json()) as { id_token: string }).id_token;
}
