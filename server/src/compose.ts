import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { addDeadline } from './adapters/deadline.ts';
import { countMessages } from './adapters/message-watch.ts';
import { createBundledPlaces } from './adapters/places/bundled.ts';
import { listLinkOrigins } from './adapters/files/link-origin.ts';
import { createFileStore } from './adapters/files/store.ts';
import { createClamdScanner } from './adapters/scanner/clamd.ts';
import { noScanner } from './adapters/scanner/none.ts';
import { createIdentityVerifier } from './adapters/identity/vendors.ts';
import { pausePayouts } from './adapters/payout-pause.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createCashfreePayments } from './adapters/payments/cashfree.ts';
import { createRazorpayPayments } from './adapters/payments/razorpay.ts';
import { createCashfreeNameCheck } from './adapters/payouts/cashfree-name-check.ts';
import { createCashfreePayouts } from './adapters/payouts/cashfree.ts';
import { createRazorpayPayouts } from './adapters/payouts/razorpay.ts';
import { createOidcIdentity } from './adapters/social/oidc.ts';
import { findVapidKeys } from './adapters/push/vapid-keys.ts';
import { createWebPush } from './adapters/push/web-push.ts';
import { createInfobipSms } from './adapters/sms/infobip.ts';
import { createMsg91Sms } from './adapters/sms/msg91.ts';
import { createCloudWhatsApp } from './adapters/whatsapp/cloud-api.ts';
import type { MoneyProvider } from './config-providers.ts';
import type { Config } from './config.ts';
import { escrowEvents } from './domains/contracts/index.ts';
import { createDomains } from './domains/index.ts';
import { findFormats } from './legacy/index.ts';
import { isBehindPooler } from './platform/db/connections.ts';
import { arePayoutsPaused, PAUSED_WAIT_MS } from './domains/ledger/index.ts';
import { createDb, createPool } from './platform/db/index.ts';
import { openReplicas } from './platform/db/replicas/index.ts';
import { watchConnection, type Line } from './platform/db/connection-watchdog.ts';
import type { Deps, FileAccess } from './platform/domain.ts';
import { createApp, mountApiNotFound } from './platform/http/app.ts';
import { mountCalls, type CallSettings } from './platform/http/calls.ts';
import { sendPositions } from './platform/http/read-position.ts';
import { mountEvents } from './platform/http/events.ts';
import { mountDocs } from './platform/http/openapi.ts';
import type { Route } from './platform/http/route.ts';
import { createRefusedAccessRecorder } from './platform/http/refused-access.ts';
import { createLocalCounter, createSharedCounters } from './platform/http/counters.ts';
import { createRequestLimiter } from './platform/http/request-limits.ts';
import { createSignedAddresses } from './platform/http/signed-addresses.ts';
import { listInlineScriptHashes, mountWeb } from './platform/http/web.ts';
import { showTrialBanner } from './platform/http/trial-banner.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from './platform/queue/index.ts';
import { addFormerNames } from './platform/queue/renamed-tasks.ts';
import { startWorker, type Worker } from './platform/queue/worker.ts';
import { countTraffic, traffic } from './platform/metrics.ts';
import { loadKeyring } from './platform/keys.ts';
import { createLog, type Log } from './platform/log.ts';
import { startRelay, type Relay } from './platform/outbox/relay.ts';
import { startRealtime } from './platform/realtime/index.ts';
import { createRedisEvents } from './platform/realtime/redis.ts';
import { connectRedis } from './platform/redis/line.ts';
import { resealSecrets } from './platform/reseal.ts';
import { createUploadInspector } from './platform/uploads/inspector.ts';
import { removeLeftFiles } from './platform/uploads/receive.ts';
import type { Ports } from './ports/index.ts';
import { systemClock } from './ports/clock.ts';

/** Escrow stands below contracts, so it is given what it must tell about a job's money. */
export const domains = createDomains({ escrowEvents });

/** Creates this installation's adapters. Calls to each of them have a deadline. */
export function composePorts(config: Config): Ports {
  const payments = createPaymentGateways(config);
  const payouts = createPayoutGateways(config);
  return {
    clock: systemClock,
    payments: addDeadline(payments.chosen),
    payouts: addDeadline(payouts.chosen),
    otherPayments: payments.other && addDeadline(payments.other),
    otherPayouts: payouts.other && addDeadline(payouts.other),
    identity: addDeadline(
      createIdentityVerifier(
        { ...config.cashfree.verification, standIn: config.identityStandIn.cashfree },
        {
          ...config.setu,
          redirectUrl: `${config.publicUrl}/ekycEdit`,
          standIn: config.identityStandIn.setu,
        },
      ),
    ),
    sms: addDeadline(countMessages('sms', createSmsSender(config))),
    whatsApp: config.whatsApp && addDeadline(countMessages('whatsapp', createCloudWhatsApp(config.whatsApp))),
    push: addDeadline(
      countMessages(
        'push',
        createWebPush({ ...config.push, keys: findVapidKeys(config.push.keys, loadKeyring(config).current) }),
      ),
    ),
    mail: countMessages(
      'email',
      createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom, ...config.bounces }),
    ),
    social: addDeadline(createOidcIdentity(config.social)),
    places: createBundledPlaces(),
    files: createFileStore(config),
    scanner: config.fileScanner === null ? noScanner : addDeadline(createClamdScanner(config.fileScanner)),
  };
}

const createSmsSender = ({ sms }: Config) =>
  sms.provider === 'msg91' ? createMsg91Sms(sms) : createInfobipSms(sms);

function createPaymentGateways({ chosen, cashfree, razorpay }: Config) {
  const byCashfree =
    cashfree.payments &&
    createCashfreePayments({ ...cashfree.payments, ...toCheckoutConfig(cashfree.payments) });
  const byRazorpay =
    razorpay.payments &&
    createRazorpayPayments({ ...razorpay.payments, ...toCheckoutConfig(razorpay.payments), shopName: 'FWS' });
  return choose(chosen.payments, byCashfree, byRazorpay);
}

/** The sandbox has its own checkout page; the vendors' checkouts are started by their scripts. */
const toCheckoutConfig = ({ checkoutUrl }: { checkoutUrl: string | null }) => ({
  checkout: checkoutUrl === null ? ('script' as const) : ('sandbox-page' as const),
  checkoutBaseUrl: checkoutUrl ?? '',
});

function createPayoutGateways({ chosen, cashfree, razorpay }: Config) {
  const checkName = createCashfreeNameCheck(cashfree.verification);
  const byCashfree = cashfree.payouts && createCashfreePayouts({ ...cashfree.payouts, checkName });
  const byRazorpay = razorpay.payouts && createRazorpayPayouts({ ...razorpay.payouts, checkName });
  return choose(chosen.payouts, byCashfree, byRazorpay);
}

function choose<Gateway>(name: MoneyProvider, byCashfree: Gateway | null, byRazorpay: Gateway | null) {
  const [chosen, other] = name === 'cashfree' ? [byCashfree, byRazorpay] : [byRazorpay, byCashfree];
  if (chosen === null) throw new Error(`${name} is chosen and not set up`);
  return { chosen, other };
}

export interface ComposeOptions {
  /** Replaced adapters, for tests. */
  ports?: Partial<Ports>;
  log?: Log;
  webDist?: string;
}

export function composeDeps(
  config: Config,
  options: ComposeOptions,
): { deps: Deps; line: Line; close: () => Promise<void> } {
  const log = options.log ?? createLog();
  const line = watchConnection(listWatchedUrls(config), log, config.databaseSilentMs);
  const db = createDb(createPool(config.databaseUrl, { line, max: config.databasePoolSize }), {
    namedStatements: config.namedStatements,
    locatesCommits: config.replicaUrls.length > 0,
  });
  const deps: Deps = {
    db,
    ports: pausePayouts(
      { ...composePorts(config), ...options.ports },
      { isPaused: () => arePayoutsPaused(db), waitMs: PAUSED_WAIT_MS },
    ),
    config,
    keyring: loadKeyring(config),
    log,
    ...(config.redisUrl !== null && { redis: composeRedis(config.redisUrl, log) }),
  };
  return {
    deps,
    line,
    async close() {
      await db.destroy();
      await deps.redis?.line.close();
      line.close();
    },
  };
}

function composeRedis(url: string, log: Log): NonNullable<Deps['redis']> {
  const line = connectRedis({ url, log });
  return { line, events: createRedisEvents(line, log) };
}

/** A pooler keeps answering when the server behind it is silent, so the server is checked too. */
const listWatchedUrls = ({ databaseUrl, queueUrl }: Config): string[] =>
  isBehindPooler(databaseUrl, queueUrl) ? [databaseUrl, queueUrl] : [databaseUrl];

/** Composes the web process: API, events, pages. */
export async function composeWeb(deps: Deps, line: Line, options: ComposeOptions): Promise<FastifyInstance> {
  const { config, log, redis } = deps;
  const hashes = options.webDist ? listInlineScriptHashes(options.webDist) : [];
  const requestLimiter = createRequestLimiter(
    config.limits,
    redis ? createSharedCounters(redis.line, deps.keyring.current.secret) : createLocalCounter,
  );
  const app = await createApp({
    log,
    countRequest: requestLimiter.countRequest,
    trustProxy: config.trustProxy,
    secure: config.secure,
    contentSecurityPolicy: buildContentSecurityPolicy(config, hashes),
  });
  if (config.trial) showTrialBanner(app);
  countTraffic(app, traffic, () => deps.ports.clock.now());
  const identity = domains.find((domain) => domain.authenticator);
  if (!identity?.authenticator) throw new Error('no domain knows who is signed in');
  const admin = domains.find((domain) => domain.adminGuard);
  if (!admin?.adminGuard) throw new Error('no domain knows who is of FWS');
  const replicas = openReplicas({ ...config, db: deps.db, log });
  app.addHook('onClose', () => replicas.close());
  if (replicas.exist) sendPositions(app, config.secure);
  const settings: CallSettings = {
    authenticator: identity.authenticator(deps),
    adminGuard: admin.adminGuard(deps),
    addresses: createSignedAddresses({ ...deps, clock: deps.ports.clock, publicUrl: config.publicUrl }),
    secure: config.secure,
    tmpDir: config.tmpDir,
    inspectUpload: createUploadInspector(deps.ports.scanner, log),
    limiter: requestLimiter,
    noteRefusedAccess: createRefusedAccessRecorder(
      { db: deps.db, clock: deps.ports.clock, log },
      config.limits.access_refused_user,
    ),
  };
  await removeLeftFiles(config.tmpDir);
  const fileAccess: Record<string, FileAccess> = Object.assign(
    {},
    ...domains.map((domain) => domain.fileAccess ?? {}),
  );
  const routes = domains.flatMap((domain) => domain.routes?.(deps) ?? []);

  const realtime = redis ? redis.events.listen() : await startRealtime(config.queueUrl, log, line);
  app.addHook('onClose', () => realtime.close());
  mountCalls(app, routes, findFormats, { ...settings, readerDeps: deps, replicas });
  mountEvents(app, realtime, { ...settings, streamsPerSession: config.eventStreamsPerSession });
  mountDocs(app, config.production ? routes.filter(isForUsers) : routes, findFormats);
  for (const domain of domains) await domain.http?.(app, deps, { ...settings, fileAccess, replicas });
  mountApiNotFound(app);
  if (options.webDist)
    await mountWeb(app, path.resolve(options.webDist), {
      ...settings,
      site: config,
      clock: deps.ports.clock,
      log,
    });
  return app;
}

const payloads = { reseal_secrets: noPayload };
declare module './platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}
/** At night in India; the time is in UTC. */
const RESEAL_DAILY: CronLine = '50 21 * * * reseal_secrets';

export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns ?? []);

/** Outsiders need not know what admins can do or how they log in. */
const isForUsers = ({ call }: Route): boolean => call.access !== 'admin' && !call.name.startsWith('admin_');

/** Every process hands on what its transactions have written to the outbox. */
export const composeRelay = ({ config, log, redis }: Deps, line: Line): Relay =>
  startRelay({
    queueUrl: config.queueUrl,
    log,
    line,
    redis: redis?.events,
    priorities: Object.assign({}, ...domains.map(({ taskPriorities }) => taskPriorities ?? {})),
  });

/** Composes the worker process, which runs all enqueued tasks. */
export function composeWorker(deps: Deps, line: Line): Promise<Worker> {
  return startWorker({
    queueUrl: deps.config.queueUrl,
    concurrency: deps.config.queueConcurrency,
    log: deps.log,
    line,
    heartbeatMs: deps.config.workerHeartbeatMs,
    tasks: addFormerNames(
      Object.assign(
        defineTasks(payloads, { reseal_secrets: () => resealSecrets(deps, sealedColumns) }),
        ...domains.map((domain) => domain.tasks?.(deps) ?? {}),
      ),
    ),
    crontab: [RESEAL_DAILY, ...domains.flatMap((domain) => domain.crontab ?? [])],
  });
}

/** `{s}` may stand for several servers; a policy has no wildcard except for a whole label. */
function listTileOrigins(url: string): string[] {
  if (url === '') return [];
  const { protocol, host } = new URL(url.replace(/\{s\}/, 'x--s').replaceAll(/\{\w+\}/g, 'x'));
  return [`${protocol}//${host.replace(/^[^.]*x--s[^.]*(?=\.)/, '*')}`];
}

/** The pages that the form on our payment page may redirect to. */
const listCheckoutPages = ({ cashfree, razorpay }: Config): string[] => [
  ...new Set([cashfree.payments, razorpay.payments].flatMap((account) => account?.checkoutUrl ?? [])),
];

function buildContentSecurityPolicy(config: Config, scriptHashes: string[]): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    // Files in a bucket are read from there.
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...listTileOrigins(config.mapTiles.url),
      ...listLinkOrigins(config.files),
    ],
    // Recorded video is previewed before it is sent.
    'media-src': ["'self'", 'blob:', ...listLinkOrigins(config.files)],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // The form on our payment page redirects to the provider's page.
    'form-action': ["'self'", ...listCheckoutPages(config)],
  };
}
