import path from 'node:path';
import { isGstin } from '@fws/contract/platform/identifiers';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';
import { providerEnvironment, readProviders } from './config-providers.ts';

export { ConfigError };

const port = z.coerce.number().int().min(0).max(65535);
const yes = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** A web address, perhaps a pattern with parts such as {z} in it; empty for none. */
const tileAddress = z
  .string()
  .refine(
    (text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/\{\w+\}/g, 'x'))),
    'not an address of map tiles',
  );

/** A space beside a comma would make another key of a secret, and nobody would learn why nothing opens. */
const previousSecrets = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= 32 && secret === secret.trim()),
    'secrets of at least 32 characters each, with commas and no spaces between them',
  );

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PUBLIC_URL: z.url().optional(),
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(365).default(90),
  RATE_PER_MINUTE: z.coerce.number().int().min(0).default(1200),
  WORKER_HEARTBEAT_MS: z.coerce.number().int().min(100).max(15_000).default(10_000),
  DATABASE_SILENT_MS: z.coerce.number().int().min(500).default(10_000),
  TRUST_PROXY: yes.default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  ALLOW_SANDBOX: yes.default(false),
  FWS_SECRET: z.string().min(32).optional(),
  FWS_SECRET_PREVIOUS: previousSecrets.default([]),
  ...providerEnvironment,
  IDENTITY_REVIEW: z.enum(['after', 'first']).default('after'),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_ISSUER: z.url().default('https://www.facebook.com'),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_TOKEN_ENDPOINT: z.url().default('https://graph.facebook.com/oauth/access_token'),
  SMTP_URL: z.string().optional(),
  OPERATIONS_EMAIL: z.email().optional(),
  PLATFORM_NAME: z.string().min(1).default('FWS'),
  PLATFORM_ADDRESS: z.string().default(''),
  PLATFORM_GSTIN: z.string().refine(isGstin, 'not a GSTIN').optional(),
  MAIL_FROM: z.string().default('FWS <no-reply@fws.example>'),
  SECOND_APPROVER_ABOVE_RUPEES: z.coerce.number().int().min(0).default(50_000),
  REFUND_CHARGE_BPS: z.coerce.number().int().min(0).max(10_000).default(200),
  PAYOUT_ACCOUNT_WAIT_HOURS: z.coerce.number().min(0).default(24),
  AUTO_RELEASE_DAYS: z.coerce.number().min(0).default(14),
  AUTO_RELEASE_DAYS_IN_PERSON: z.coerce.number().min(0).default(3),
  MAP_TILE_URL: tileAddress.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  MAP_TILE_CREDIT: z.string().default('© OpenStreetMap contributors'),
  APP_LINK_GOOGLE_PLAY: z.url({ protocol: /^https$/ }).optional(),
  APP_LINK_APP_STORE: z.url({ protocol: /^https$/ }).optional(),
});

export interface ConfigInput {
  /** The application's login; a pooler in transaction mode may stand in front. */
  databaseUrl: string;
  /** The queue's login, for what keeps its connections: the queue and the listener. */
  queueUrl: string;
  port: number;
  host?: string;
  dataDir: string;
  publicUrl: string;
  /** The stand-ins' base URL and mail port, when they run. */
  sandbox?: { url: string; smtpPort: number };
  env?: Record<string, string | undefined>;
}

/** An OpenID issuer whose word on who somebody is we take. */
export interface IssuerSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** For an issuer whose own description leaves it out, as Facebook's does. */
  tokenEndpoint: string | null;
}

export type Config = ReturnType<typeof readConfig>;

/** The environment, read once and checked. */
export function readConfig(input: ConfigInput) {
  const parsed = environment.safeParse(input.env ?? process.env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0] ?? 'setting')} is wrong: ${issue?.message ?? 'unknown'}`);
  }
  port.parse(input.port);
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const sandbox = input.sandbox && (!production || env.ALLOW_SANDBOX) ? input.sandbox : null;
  /** Null: that button is not shown. */
  const issuer = (
    name: 'GOOGLE' | 'FACEBOOK',
    scope: string,
    tokenEndpoint: string | null,
  ): IssuerSettings | null => {
    const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
    if ((clientId === undefined) !== (clientSecret === undefined))
      throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all`);
    if (clientId !== undefined && clientSecret !== undefined)
      return { issuer: env[`${name}_ISSUER`], clientId, clientSecret, scope, tokenEndpoint };
    if (!sandbox) return null;
    return {
      issuer: `${sandbox.url}/oidc/${name.toLowerCase()}`,
      clientId: 'sandbox',
      clientSecret: 'sandbox',
      scope,
      tokenEndpoint: null,
    };
  };
  const smtpUrl = env.SMTP_URL ?? (sandbox ? `smtp://127.0.0.1:${sandbox.smtpPort}` : undefined);
  if (!smtpUrl)
    throw new ConfigError(
      'SMTP_URL is not set, and a production start does not use the sandbox (ALLOW_SANDBOX=1 allows it)',
    );
  const operationsEmail =
    env.OPERATIONS_EMAIL ??
    (input.sandbox && (!production || env.ALLOW_SANDBOX) ? 'operations@fws.example' : undefined);
  if (!operationsEmail)
    throw new ConfigError('OPERATIONS_EMAIL is not set: who is told when money waits for a person');
  return {
    databaseUrl: input.databaseUrl,
    queueUrl: input.queueUrl,
    port: input.port,
    host: input.host ?? '127.0.0.1',
    publicUrl: (env.PUBLIC_URL ?? input.publicUrl).replace(/\/$/, ''),
    secure: (env.PUBLIC_URL ?? input.publicUrl).startsWith('https:'),
    dataDir: input.dataDir,
    tmpDir: path.join(input.dataDir, 'tmp'),
    filesDir: path.join(input.dataDir, 'files'),
    /** Null: one is made and kept in the data folder. */
    secret: env.FWS_SECRET ?? null,
    /** What they sealed is still read. */
    previousSecrets: env.FWS_SECRET_PREVIOUS,
    sessionMs: env.SESSION_DAYS * 24 * 3600_000,
    sessionMaxMs: env.SESSION_MAX_DAYS * 24 * 3600_000,
    ratePerMinute: env.RATE_PER_MINUTE,
    workerHeartbeatMs: env.WORKER_HEARTBEAT_MS,
    databaseSilentMs: env.DATABASE_SILENT_MS,
    trustProxy: env.TRUST_PROXY,
    /** Who reads /metrics from another machine gives it. Null: only from this one. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** A person of FWS looks before a check counts, not after. */
    identityReviewFirst: env.IDENTITY_REVIEW === 'first',
    ...readProviders(env, { production: production && !env.ALLOW_SANDBOX, sandboxUrl: sandbox?.url ?? null }),
    social: {
      google: issuer('GOOGLE', 'openid email profile', null),
      facebook: issuer('FACEBOOK', 'openid email public_profile', env.FACEBOOK_TOKEN_ENDPOINT),
    },
    smtpUrl,
    mailFrom: env.MAIL_FROM,
    /** A decision about more money than this needs a second admin's word. */
    secondApproverAbovePaise: env.SECOND_APPROVER_ABOVE_RUPEES * 100,
    operationsEmail,
    /** Who bills the platform fee. */
    platform: { name: env.PLATFORM_NAME, address: env.PLATFORM_ADDRESS, gstin: env.PLATFORM_GSTIN ?? null },
    refundChargeBps: env.REFUND_CHARGE_BPS,
    payoutAccountWaitMs: env.PAYOUT_ACCOUNT_WAIT_HOURS * 3600_000,
    autoReleaseMs: {
      remote: env.AUTO_RELEASE_DAYS * 24 * 3600_000,
      inPerson: env.AUTO_RELEASE_DAYS_IN_PERSON * 24 * 3600_000,
    },
    mapTiles: { url: env.MAP_TILE_URL, credit: env.MAP_TILE_CREDIT },
    /** Null: that link is not shown. */
    appLinks: { googlePlay: env.APP_LINK_GOOGLE_PLAY ?? null, appStore: env.APP_LINK_APP_STORE ?? null },
  };
}
