import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bounded } from './adapters/deadline.ts';
import { bundledPlaces } from './adapters/places/bundled.ts';
import { folderStore } from './adapters/files/folder.ts';
import { clamdScanner } from './adapters/scanner/clamd.ts';
import { noScanner } from './adapters/scanner/none.ts';
import { identityVendors } from './adapters/identity/vendors.ts';
import { pausePayouts } from './adapters/payout-pause.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { cashfreePayments } from './adapters/payments/cashfree.ts';
import { razorpayPayments } from './adapters/payments/razorpay.ts';
import { cashfreeNameCheck } from './adapters/payouts/cashfree-name-check.ts';
import { cashfreePayouts } from './adapters/payouts/cashfree.ts';
import { razorpayPayouts } from './adapters/payouts/razorpay.ts';
import { oidcIdentity } from './adapters/social/oidc.ts';
import { msg91Sms } from './adapters/sms/msg91.ts';
import type { MoneyProvider } from './config-providers.ts';
import type { Config } from './config.ts';
import { domains } from './domains/index.ts';
import { isBehindPooler } from './platform/db/connections.ts';
import { arePayoutsPaused, PAUSED_WAIT_MS } from './domains/ledger/index.ts';
import { createDb, createPool } from './platform/db/index.ts';
import { watchLine, type Line } from './platform/db/line.ts';
import type { Deps, FileAccess } from './platform/domain.ts';
import { createApp, mountApiNotFound } from './platform/http/app.ts';
import { mountCalls, type CallSettings } from './platform/http/calls.ts';
import { mountEvents } from './platform/http/events.ts';
import { mountDocs } from './platform/http/openapi.ts';
import type { Route } from './platform/http/route.ts';
import { refusedAccessRecorder } from './platform/http/refused-access.ts';
import { createRequestLimiter } from './platform/http/request-limits.ts';
import { inlineScriptHashes, mountWeb } from './platform/http/web.ts';
import { showTrialBanner } from './platform/http/trial-banner.ts';
import { startWorker, type Worker } from './platform/jobs/worker.ts';
import { countTraffic, traffic } from './platform/metrics.ts';
import { loadKeyring } from './platform/keys.ts';
import { createLog, type Log } from './platform/log.ts';
import { startRealtime } from './platform/realtime/index.ts';
import { resealSecrets } from './platform/reseal.ts';
import { uploadInspector } from './platform/uploads/inspector.ts';
import { removeLeftFiles } from './platform/uploads/receive.ts';
import type { Ports } from './ports/index.ts';
import { systemClock } from './ports/clock.ts';

/** Creates this installation's adapters. Calls to each of them have a deadline. */
export function composePorts(config: Config): Ports {
  const payments = paymentGateways(config);
  const payouts = payoutGateways(config);
  return {
    clock: systemClock,
    payments: bounded(payments.chosen),
    payouts: bounded(payouts.chosen),
    otherPayments: payments.other && bounded(payments.other),
    otherPayouts: payouts.other && bounded(payouts.other),
    identity: bounded(
      identityVendors(
        { ...config.cashfree.verification, standIn: config.identityStandIn.cashfree },
        {
          ...config.setu,
          redirectUrl: `${config.publicUrl}/ekycEdit`,
          standIn: config.identityStandIn.setu,
        },
      ),
    ),
    sms: bounded(msg91Sms(config.msg91)),
    mail: smtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
    social: bounded(oidcIdentity(config.social)),
    places: bundledPlaces(),
    files: folderStore(config.filesDir),
    scanner: config.fileScanner === null ? noScanner : bounded(clamdScanner(config.fileScanner)),
  };
}

function paymentGateways({ chosen, cashfree, razorpay }: Config) {
  const byCashfree =
    cashfree.payments && cashfreePayments({ ...cashfree.payments, ...checkoutOf(cashfree.payments) });
  const byRazorpay =
    razorpay.payments &&
    razorpayPayments({ ...razorpay.payments, ...checkoutOf(razorpay.payments), shopName: 'FWS' });
  return choose(chosen.payments, byCashfree, byRazorpay);
}

/** The sandbox has its own checkout page; the vendors' checkouts are started by their scripts. */
const checkoutOf = ({ checkoutUrl }: { checkoutUrl: string | null }) => ({
  checkout: checkoutUrl === null ? ('script' as const) : ('sandbox-page' as const),
  checkoutBaseUrl: checkoutUrl ?? '',
});

function payoutGateways({ chosen, cashfree, razorpay }: Config) {
  const checkName = cashfreeNameCheck(cashfree.verification);
  const byCashfree = cashfree.payouts && cashfreePayouts({ ...cashfree.payouts, checkName });
  const byRazorpay = razorpay.payouts && razorpayPayouts({ ...razorpay.payouts, checkName });
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
  const line = watchLine(lineEnds(config), log, config.databaseSilentMs);
  const db = createDb(createPool(config.databaseUrl, { line, max: config.databasePoolSize }), {
    namedStatements: config.namedStatements,
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
  };
  return {
    deps,
    line,
    async close() {
      await db.destroy();
      line.close();
    },
  };
}

/** A pooler keeps answering when the server behind it is silent, so the server is checked too. */
const lineEnds = ({ databaseUrl, queueUrl }: Config): string[] =>
  isBehindPooler(databaseUrl, queueUrl) ? [databaseUrl, queueUrl] : [databaseUrl];

/** Composes the web process: API, events, pages. */
export async function composeWeb(deps: Deps, line: Line, options: ComposeOptions): Promise<FastifyInstance> {
  const { config, log } = deps;
  const hashes = options.webDist ? inlineScriptHashes(options.webDist) : [];
  const requestLimiter = createRequestLimiter(config.limits);
  const app = await createApp({
    log,
    countRequest: requestLimiter.countRequest,
    trustProxy: config.trustProxy,
    secure: config.secure,
    contentSecurityPolicy: contentSecurityPolicy(config, hashes),
  });
  if (config.trial) showTrialBanner(app);
  countTraffic(app, traffic, () => deps.ports.clock.now());
  const identity = domains.find((domain) => domain.authenticator);
  if (!identity?.authenticator) throw new Error('no domain knows who is signed in');
  const admin = domains.find((domain) => domain.adminGuard);
  if (!admin?.adminGuard) throw new Error('no domain knows who is of FWS');
  const settings: CallSettings = {
    authenticator: identity.authenticator(deps),
    adminGuard: admin.adminGuard(deps),
    secure: config.secure,
    tmpDir: config.tmpDir,
    inspectUpload: uploadInspector(deps.ports.scanner, log),
    countUser: requestLimiter.countUser,
    noteRefusedAccess: refusedAccessRecorder(
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

  const realtime = await startRealtime(config.queueUrl, log, line);
  app.addHook('onClose', () => realtime.close());
  mountCalls(app, routes, settings);
  mountEvents(app, realtime, { ...settings, streamsPerSession: config.eventStreamsPerSession });
  mountDocs(app, config.production ? routes.filter(isForUsers) : routes);
  for (const domain of domains) await domain.http?.(app, deps, { ...settings, fileAccess });
  mountApiNotFound(app);
  if (options.webDist)
    await mountWeb(app, path.resolve(options.webDist), {
      ...settings,
      site: config,
      clock: deps.ports.clock,
    });
  return app;
}

/** At night in India; the time is in UTC. */
const RESEAL_DAILY = '50 21 * * * reseal_secrets';

export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns ?? []);

/** Outsiders need not know what admins can do or how they log in. */
const isForUsers = ({ call }: Route): boolean => call.access !== 'admin' && !call.name.startsWith('admin_');

/** Composes the worker process, which runs all enqueued tasks. */
export function composeWorker(deps: Deps, line: Line): Promise<Worker> {
  return startWorker({
    queueUrl: deps.config.queueUrl,
    concurrency: deps.config.queueConcurrency,
    log: deps.log,
    line,
    heartbeatMs: deps.config.workerHeartbeatMs,
    tasks: Object.assign(
      { reseal_secrets: () => resealSecrets(deps, sealedColumns) },
      ...domains.map((domain) => domain.tasks?.(deps) ?? {}),
    ),
    crontab: [RESEAL_DAILY, ...domains.flatMap((domain) => domain.crontab ?? [])],
  });
}

/** `{s}` may stand for several servers; a policy has no wildcard except for a whole label. */
function tileOrigins(url: string): string[] {
  if (url === '') return [];
  const { protocol, host } = new URL(url.replace(/\{s\}/, 'x--s').replaceAll(/\{\w+\}/g, 'x'));
  return [`${protocol}//${host.replace(/^[^.]*x--s[^.]*(?=\.)/, '*')}`];
}

/** The pages that the form on our payment page may redirect to. */
const checkoutPages = ({ cashfree, razorpay }: Config): string[] => [
  ...new Set([cashfree.payments, razorpay.payments].flatMap((account) => account?.checkoutUrl ?? [])),
];

function contentSecurityPolicy(config: Config, scriptHashes: string[]): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tileOrigins(config.mapTiles.url)],
    // Recorded video is previewed before it is sent.
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // The form on our payment page redirects to the provider's page.
    'form-action': ["'self'", ...checkoutPages(config)],
  };
}
