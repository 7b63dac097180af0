import path from 'node:path';
import { OUTSIDE_CHANNELS } from '@fws/contract/notifications/channels';
import { isGstin } from '@fws/contract/platform/identifiers';
import * as z from 'zod';
import { checkMailServer, checkPublicUrl, findMode, isLoopback, type Mode } from './addresses.ts';
import { contactEnvironment, readContacts } from './contacts.ts';
import { databaseEnvironment, readDatabaseSettings } from './database.ts';
import { ConfigError } from './error.ts';
import { Faults } from './faults.ts';
import { fileStoreEnvironment, readFileStore } from './file-store.ts';
import type { Environment } from './files.ts';
import { onOrOff, readSettings } from './settings.ts';
import { portSetting, processEnvironment } from './process.ts';
import { messagingEnvironment, readMessaging } from './messaging.ts';
import { providerEnvironment, readProviders } from './providers.ts';
import { readTrustedProxies } from './proxy.ts';
import { readRedis, redisEnvironment } from './redis.ts';
import { readScanner } from './scanner.ts';
import { looksRandom, TOO_SIMPLE } from './secret.ts';
import { readSocial, socialEnvironment } from './social.ts';
import { readTracing, tracingEnvironment } from './tracing.ts';
import { readLimits } from '../platform/limits.ts';

export { ConfigError };

const webUrl = z.url({ protocol: /^https?$/, error: 'it must look like https://fws.in' });

/** A URL of map tiles, which may contain placeholders such as {z}; empty for none. */
const tileAddress = z
  .string()
  .refine(
    (text) => text === '' || (/^https?:\/\//.test(text) && URL.canParse(text.replaceAll(/\{\w+\}/g, 'x'))),
    'it must be an address of map tiles',
  );

/**
 * Refuses spaces: a space beside a comma would become part of a secret, and nothing would show why values cannot be
 * opened.
 */
const previousSecrets = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')))
  .refine(
    (secrets) => secrets.every((secret) => secret.length >= 32 && secret === secret.trim()),
    'it must be secrets of at least 32 characters each, separated by commas without spaces',
  );

/** A list; "none" for none. */
const notificationChannels = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(
    z.array(
      z.enum(
        OUTSIDE_CHANNELS,
        `it must be some of ${OUTSIDE_CHANNELS.join(', ')}, separated by commas, or "none"`,
      ),
    ),
  );

/** The settings of the product; process.ts has those of the process. */
export const environment = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'it must be a host name or an IP address')
    .default('127.0.0.1'),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(300_000).default(20_000),
  WORKER_HEALTH_PORT: portSetting.optional(),
  PUBLIC_URL: webUrl.optional(),
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(365).default(90),
  MAX_CONNECTIONS: z.coerce.number().int().min(100).max(1_000_000).default(20_000),
  EVENT_STREAMS_PER_SESSION: z.coerce.number().int().min(1).max(100).default(5),
  EVENT_STREAMS_PER_USER: z.coerce.number().int().min(1).max(1000).default(20),
  WORKER_HEARTBEAT_MS: z.coerce.number().int().min(100).max(15_000).default(10_000),
  ...databaseEnvironment,
  ...redisEnvironment,
  DATABASE_SILENT_MS: z.coerce.number().int().min(500).default(10_000),
  TRUST_PROXY: z
    .string()
    .default('0')
    .refine(
      (text) => readTrustedProxies(text) !== null,
      'it must be the number of proxies before this server (0 to 10), or their networks (10.0.0.0/8, loopback)',
    ),
  METRICS_TOKEN: z.string().min(16).optional(),
  ...tracingEnvironment,
  ALLOW_SANDBOX: onOrOff.default(false),
  SANDBOX_URL: webUrl.default('http://127.0.0.1:3001'),
  SANDBOX_SMTP_PORT: processEnvironment.SANDBOX_SMTP_PORT,
  SANDBOX_SCANNER_PORT: processEnvironment.SANDBOX_SCANNER_PORT,
  FWS_SECRET: z.string().min(32).optional(),
  FWS_SECRET_PREVIOUS: previousSecrets.default([]),
  IDENTITY_KEY: z.string().min(32).optional(),
  IDENTITY_KEY_PREVIOUS: previousSecrets.default([]),
  // Razorpay repeats a delivery for 24 hours, Cashfree for less than one.
  WEBHOOK_MAX_AGE_HOURS: z.coerce
    .number()
    .min(1)
    .max(24 * 7)
    .default(25),
  ...providerEnvironment,
  ...messagingEnvironment,
  IDENTITY_REVIEW: z.enum(['after', 'first']).default('after'),
  ...socialEnvironment,
  FILE_SCANNER: z.string().optional(),
  ...fileStoreEnvironment,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'it must look like smtps://user:password@host:465' })
    .optional(),
  ...contactEnvironment,
  NOTIFICATION_CHANNELS: notificationChannels.default([...OUTSIDE_CHANNELS]),
  PLATFORM_NAME: z.string().min(1).default('FWS'),
  PLATFORM_GSTIN: z.string().refine(isGstin, 'it must be a GSTIN').optional(),
  SECOND_APPROVER_ABOVE_RUPEES: z.coerce.number().int().min(0).default(50_000),
  REFUND_CHARGE_BPS: z.coerce.number().int().min(0).max(10_000).default(200),
  VISIT_FEE_MAX_RUPEES: z.coerce.number().int().min(0).default(500),
  JOB_DAYS_AHEAD: z.coerce.number().int().min(1).max(3650).default(365),
  PAYOUT_ACCOUNT_WAIT_HOURS: z.coerce.number().min(0).default(24),
  AUTO_RELEASE_DAYS: z.coerce.number().min(0).default(14),
  AUTO_RELEASE_DAYS_IN_PERSON: z.coerce.number().min(0).default(3),
  MAP_TILE_URL: tileAddress.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  MAP_TILE_CREDIT: z.string().default('© OpenStreetMap contributors'),
  OFFLINE_WORKER: onOrOff.default(true),
  APP_LINK_GOOGLE_PLAY: z.url({ protocol: /^https$/ }).optional(),
  APP_LINK_APP_STORE: z.url({ protocol: /^https$/ }).optional(),
};

export interface ConfigInput {
  /** The application's login; may go through a pooler in transaction mode. */
  databaseUrl: string;
  /** The queue's login, for connections that stay open: the queue and the listener. */
  queueUrl: string;
  port: number;
  host?: string;
  dataDir: string;
  publicUrl: string;
  /** The sandbox that runs beside a development start. */
  sandbox?: Sandbox;
  env?: Environment;
}

interface Sandbox {
  url: string;
  smtpPort: number;
  /** Without it, uploads are not scanned. */
  scannerPort?: number;
}

export type Config = ReturnType<typeof readConfig>;

/** The environment, read and checked once; all its faults are thrown in one error. */
export function readConfig(input: ConfigInput) {
  const faults = new Faults();
  const env = readSettings(environment, input.env ?? process.env, faults);
  const production = env.NODE_ENV === 'production';
  const mode = findMode(production, env.ALLOW_SANDBOX);
  const sandbox = findSandbox(input, env, mode, faults);
  const sandboxUrl = sandbox?.url ?? null;
  checkPublicUrl(env.PUBLIC_URL, mode, faults);
  checkMailServer(env.SMTP_URL, mode, faults);
  if (production && env.MAP_TILE_URL.startsWith('http:'))
    faults.add('MAP_TILE_URL', 'must start with https:// in production');
  if (production && env.FWS_SECRET === undefined)
    faults.add('FWS_SECRET', 'is not set: at least 32 characters, the same on every machine');
  if (production && env.IDENTITY_KEY === undefined)
    faults.add('IDENTITY_KEY', 'is not set: at least 32 characters, the same on every machine');
  for (const name of ['FWS_SECRET', 'IDENTITY_KEY'] as const) {
    const secret = env[name];
    if (production && secret !== undefined && !looksRandom(secret)) faults.add(name, TOO_SIMPLE);
  }
  if (
    env.IDENTITY_KEY !== undefined &&
    [env.FWS_SECRET, ...env.FWS_SECRET_PREVIOUS].includes(env.IDENTITY_KEY)
  )
    faults.add('IDENTITY_KEY', 'must be another secret than FWS_SECRET, which is replaced more often');
  const { contacts, operationsEmail, mailFrom } = readContacts(env, mode, faults);
  const config = {
    production,
    /** The sandbox may be in use: every page says so. */
    trial: mode === 'trial',
    databaseUrl: input.databaseUrl,
    queueUrl: input.queueUrl,
    port: input.port,
    host: input.host ?? env.HOST,
    shutdown: {
      delayMs: env.SHUTDOWN_DELAY_MS ?? (production ? 5_000 : 0),
      drainMs: env.SHUTDOWN_DRAIN_MS,
    },
    /** Null: a worker process has no listener. */
    workerHealthPort: env.WORKER_HEALTH_PORT ?? null,
    publicUrl: (env.PUBLIC_URL ?? input.publicUrl).replace(/\/$/, ''),
    secure: (env.PUBLIC_URL ?? input.publicUrl).startsWith('https:'),
    dataDir: input.dataDir,
    tmpDir: path.join(input.dataDir, 'tmp'),
    filesDir: path.join(input.dataDir, 'files'),
    files: readFileStore(env, { mode, sandboxUrl, faults }),
    /** Null: a secret is created and stored in the data folder. */
    secret: env.FWS_SECRET ?? null,
    /** Values sealed with them can still be opened. */
    previousSecrets: env.FWS_SECRET_PREVIOUS,
    /** Null: derived from the other secret, for development. */
    identityKey: env.IDENTITY_KEY ?? null,
    previousIdentityKeys: env.IDENTITY_KEY_PREVIOUS,
    sessionMs: env.SESSION_DAYS * 24 * 3600_000,
    sessionMaxMs: env.SESSION_MAX_DAYS * 24 * 3600_000,
    limits: readLimits(input.env ?? process.env, faults),
    maxConnections: env.MAX_CONNECTIONS,
    /** In one process; a further stream replaces the oldest. */
    eventStreamsPerSession: env.EVENT_STREAMS_PER_SESSION,
    eventStreamsPerUser: env.EVENT_STREAMS_PER_USER,
    offlineWorker: env.OFFLINE_WORKER,
    workerHeartbeatMs: env.WORKER_HEARTBEAT_MS,
    databaseSilentMs: env.DATABASE_SILENT_MS,
    ...readDatabaseSettings(env, faults),
    ...readRedis(env.REDIS_URL, mode, faults),
    trustProxy: readTrustedProxies(env.TRUST_PROXY) ?? false,
    /** Required to read /metrics from another machine. Null: only this machine may. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Null: nothing is traced. */
    tracing: readTracing(env, { trustsProxy: env.TRUST_PROXY.trim() !== '0', faults }),
    webhookMaxAgeMs: env.WEBHOOK_MAX_AGE_HOURS * 3600_000,
    /** A person of FWS reviews a check before it counts, not after. */
    identityReviewFirst: env.IDENTITY_REVIEW === 'first',
    ...readProviders(env, { mode, sandboxUrl, faults }),
    ...readMessaging(env, { mode, sandboxUrl, faults, mailFrom, contactEmail: contacts.email }),
    social: readSocial(env, { mode, sandboxUrl, faults }),
    /** Null: uploads are not scanned. */
    fileScanner: readScanner(env.FILE_SCANNER, { mode, sandboxPort: sandbox?.scannerPort ?? null, faults }),
    smtpUrl: env.SMTP_URL ?? `smtp://127.0.0.1:${sandbox?.smtpPort ?? 0}`,
    mailFrom,
    contacts,
    /** A decision about more money than this needs a second admin's approval. */
    secondApproverAbovePaise: env.SECOND_APPROVER_ABOVE_RUPEES * 100,
    operationsEmail,
    /** By which channels notifications leave the app. Those about the security of an account go by SMS and mail anyway. */
    notificationChannels: env.NOTIFICATION_CHANNELS,
    /** The issuer of platform fee invoices. */
    platform: {
      name: env.PLATFORM_NAME,
      address: env.PLATFORM_ADDRESS ?? '',
      gstin: env.PLATFORM_GSTIN ?? null,
    },
    refundChargeBps: env.REFUND_CHARGE_BPS,
    /** The largest fee of a visit that a quote can state. */
    visitFeeMaxPaise: env.VISIT_FEE_MAX_RUPEES * 100,
    /** How far ahead a job may close. */
    jobDaysAhead: env.JOB_DAYS_AHEAD,
    payoutAccountWaitMs: env.PAYOUT_ACCOUNT_WAIT_HOURS * 3600_000,
    autoReleaseMs: {
      remote: env.AUTO_RELEASE_DAYS * 24 * 3600_000,
      inPerson: env.AUTO_RELEASE_DAYS_IN_PERSON * 24 * 3600_000,
    },
    mapTiles: { url: env.MAP_TILE_URL, credit: env.MAP_TILE_CREDIT },
    /** Null: that link is not shown. */
    appLinks: { googlePlay: env.APP_LINK_GOOGLE_PLAY ?? null, appStore: env.APP_LINK_APP_STORE ?? null },
  };
  faults.throwIfAny();
  return config;
}

/** The sandbox that this start may use; in a trial it must be on this machine. */
function findSandbox(
  input: ConfigInput,
  env: { SANDBOX_URL: string; SANDBOX_SMTP_PORT: number; SANDBOX_SCANNER_PORT: number },
  mode: Mode,
  faults: Faults,
): Sandbox | null {
  if (mode === 'production') return null;
  const sandbox = input.sandbox ?? { url: env.SANDBOX_URL, smtpPort: env.SANDBOX_SMTP_PORT };
  if (mode === 'trial' && !isLoopback(new URL(sandbox.url).hostname))
    faults.add('SANDBOX_URL', 'must be an address of this machine');
  return { ...sandbox, url: sandbox.url.replace(/\/$/, '') };
}
