import * as z from 'zod';
import { checkOutsideAddress, type Mode } from './addresses.ts';
import type { Faults } from './faults.ts';

const text = z.string().min(1).optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'it must be an https:// address' });

/** Settings of the identity providers that we trust. */
export const socialEnvironment = {
  GOOGLE_ISSUER: webUrl.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  FACEBOOK_ISSUER: webUrl.default('https://www.facebook.com'),
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  FACEBOOK_TOKEN_ENDPOINT: webUrl.default('https://graph.facebook.com/oauth/access_token'),
};

/** An OpenID issuer. */
export interface IssuerSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** For an issuer whose discovery document lacks it, as Facebook's does. */
  tokenEndpoint: string | null;
}

/** Null: that button is not shown. */
export function readSocial(
  env: z.infer<z.ZodObject<typeof socialEnvironment>>,
  { mode, sandboxUrl, faults }: { mode: Mode; sandboxUrl: string | null; faults: Faults },
) {
  const readIssuer = (
    name: 'GOOGLE' | 'FACEBOOK',
    scope: string,
    tokenEndpoint: string | null,
  ): IssuerSettings | null => {
    const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
    if ((clientId === undefined) !== (clientSecret === undefined))
      faults.add(`${name}_CLIENT_ID`, `and ${name}_CLIENT_SECRET are set together or not at all`);
    if (clientId !== undefined && clientSecret !== undefined) {
      checkOutsideAddress(`${name}_ISSUER`, env[`${name}_ISSUER`], mode, faults);
      return { issuer: env[`${name}_ISSUER`], clientId, clientSecret, scope, tokenEndpoint };
    }
    if (sandboxUrl === null) return null;
    return {
      issuer: `${sandboxUrl}/oidc/${name.toLowerCase()}`,
      clientId: 'sandbox',
      clientSecret: 'sandbox',
      scope,
      tokenEndpoint: null,
    };
  };
  checkOutsideAddress('FACEBOOK_TOKEN_ENDPOINT', env.FACEBOOK_TOKEN_ENDPOINT, mode, faults);
  return {
    google: readIssuer('GOOGLE', 'openid email profile', null),
    facebook: readIssuer('FACEBOOK', 'openid email public_profile', env.FACEBOOK_TOKEN_ENDPOINT),
  };
}
