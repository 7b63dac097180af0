import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bundledPlaces } from './adapters/places/bundled.ts';
import { folderStore } from './adapters/files/folder.ts';
import { identityVendors } from './adapters/identity/vendors.ts';
import { smtpMailer } from './adapters/mail/smtp.ts';
import { cashfreePayments } from './adapters/payments/cashfree.ts';
import { cashfreePayouts } from './adapters/payouts/cashfree.ts';
import { oidcIdentity } from './adapters/social/oidc.ts';
import { msg91Sms } from './adapters/sms/msg91.ts';
import type { Config } from './config.ts';
import { domains } from './domains/index.ts';
import { createDb, createPool } from './platform/db/index.ts';
import type { Deps, FileAccess } from './platform/domain.ts';
import { createApp, mountApiNotFound } from './platform/http/app.ts';
import { mountCalls, type CallSettings } from './platform/http/calls.ts';
import { mountEvents } from './platform/http/events.ts';
import { mountDocs } from './platform/http/openapi.ts';
import { inlineScriptHashes, mountWeb } from './platform/http/web.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLog, type Log } from './platform/log.ts';
import { startRealtime } from './platform/realtime/index.ts';
import type { Ports } from './ports/index.ts';
import { systemClock } from './ports/clock.ts';

/** The adapters of this installation. */
export function composePorts(config: Config): Ports {
  const { cashfree } = config;
  const credentials = { clientId: cashfree.clientId, clientSecret: cashfree.clientSecret };
  return {
    clock: systemClock,
    payments: cashfreePayments({
      ...credentials,
      baseUrl: cashfree.pgUrl,
      checkout: cashfree.checkoutUrl ? 'sandbox-page' : 'script',
      checkoutBaseUrl: cashfree.checkoutUrl ?? '',
    }),
    payouts: cashfreePayouts({
      ...credentials,
      baseUrl: cashfree.payoutUrl,
      verificationUrl: cashfree.verificationUrl,
    }),
    identity: identityVendors(
      { ...credentials, baseUrl: cashfree.verificationUrl, standIn: config.identityStandIn.cashfree },
      {
        ...config.setu,
        baseUrl: config.setu.url,
        redirectUrl: `${config.publicUrl}/ekycEdit`,
        standIn: config.identityStandIn.setu,
      },
    ),
    sms: msg91Sms({ ...config.msg91, baseUrl: config.msg91.url }),
    mail: smtpMailer({ url: config.smtpUrl, from: config.mailFrom }),
    social: oidcIdentity(config.social),
    places: bundledPlaces(),
    files: folderStore(config.filesDir),
  };
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
): { deps: Deps; close: () => Promise<void> } {
  const pool = createPool(config.databaseUrl);
  const db = createDb(pool);
  const deps: Deps = {
    db,
    ports: { ...composePorts(config), ...options.ports },
    config,
    log: options.log ?? createLog(),
  };
  return { deps, close: () => db.destroy() };
}

/** The web process: API, events, pages. */
export async function composeWeb(deps: Deps, options: ComposeOptions): Promise<FastifyInstance> {
  const { config, log } = deps;
  const hashes = options.webDist ? inlineScriptHashes(options.webDist) : [];
  const app = await createApp({
    log,
    ratePerMinute: config.ratePerMinute,
    trustProxy: config.trustProxy,
    secure: config.secure,
    contentSecurityPolicy: contentSecurityPolicy(config, hashes),
  });
  const identity = domains.find((domain) => domain.authenticator);
  if (!identity?.authenticator) throw new Error('no domain knows who is signed in');
  const admin = domains.find((domain) => domain.adminGuard);
  if (!admin?.adminGuard) throw new Error('no domain knows who is of FWS');
  const settings: CallSettings = {
    authenticator: identity.authenticator(deps),
    adminGuard: admin.adminGuard(deps),
    secure: config.secure,
    tmpDir: config.tmpDir,
  };
  const fileAccess: Record<string, FileAccess> = Object.assign(
    {},
    ...domains.map((domain) => domain.fileAccess ?? {}),
  );
  const routes = domains.flatMap((domain) => domain.routes?.(deps) ?? []);

  const realtime = await startRealtime(config.databaseUrl, log);
  app.addHook('onClose', () => realtime.close());
  await mountCalls(app, routes, settings);
  mountEvents(app, realtime, settings);
  await mountDocs(app, routes);
  for (const domain of domains) await domain.http?.(app, deps, { ...settings, fileAccess });
  app.get('/healthz', () => ({ ok: true }));
  mountApiNotFound(app);
  if (options.webDist)
    await mountWeb(app, path.resolve(options.webDist), {
      secure: config.secure,
      appLinks: config.appLinks,
      clock: deps.ports.clock,
    });
  return app;
}

/** The worker process: everything that was enqueued. */
export function composeWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  return startWorker({
    ownerUrl: deps.config.databaseUrl,
    log: deps.log,
    heartbeatMs: deps.config.workerHeartbeatMs,
    tasks: Object.assign({}, ...domains.map((domain) => domain.tasks?.(deps) ?? {})),
    crontab: domains.flatMap((domain) => domain.crontab ?? []),
  });
}

/** Several servers may share the work under {s}; a policy knows no pattern but a whole label. */
function tileOrigins(url: string): string[] {
  if (url === '') return [];
  const { protocol, host } = new URL(url.replace(/\{s\}/, 'x--s').replaceAll(/\{\w+\}/g, 'x'));
  return [`${protocol}//${host.replace(/^[^.]*x--s[^.]*(?=\.)/, '*')}`];
}

function contentSecurityPolicy(config: Config, scriptHashes: string[]): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...tileOrigins(config.mapTiles.url)],
    // What the camera recorded is shown before it is sent.
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    // The form on our payment page goes on to the provider's.
    'form-action': ["'self'", ...(config.cashfree.checkoutUrl ? [config.cashfree.checkoutUrl] : [])],
  };
}
