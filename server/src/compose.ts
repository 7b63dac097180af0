import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pausePayouts } from './adapters/payout-pause.ts';
import { composePorts } from './compose-ports.ts';
import type { Config } from './config/index.ts';
import { Faults } from './config/faults.ts';
import { buildContentSecurityPolicy } from './content-security-policy.ts';
import { domains } from './domains/index.ts';
import { findFormats } from './legacy/index.ts';
import { checkLimitSettings } from './limits.ts';
import { isBehindPooler } from './platform/db/connections.ts';
import { arePayoutsPaused, PAUSED_WAIT_MS } from './domains/ledger/index.ts';
import { createDb, createPool } from './platform/db/index.ts';
import { openReplicas } from './platform/db/replicas/index.ts';
import { watchConnection, type Line } from './platform/db/connection-watchdog.ts';
import type { Deps } from './platform/deps.ts';
import type { FileAccess } from './platform/domain.ts';
import { createApp, mountApiNotFound } from './platform/http/app.ts';
import { mountCalls, type CallSettings } from './platform/http/calls.ts';
import { sendPositions } from './platform/http/read-position.ts';
import { mountEvents } from './platform/http/events.ts';
import { mountDocs } from './platform/http/openapi.ts';
import type { RequestLimiter } from './platform/http/request-limiter.ts';
import type { Route } from './platform/http/route.ts';
import { createRefusalLog } from './platform/http/refusal-log.ts';
import { ACCESS_LIMITS, createRefusedAccessRecorder } from './platform/http/refused-access.ts';
import { createLocalCounter, createSharedCounters } from './platform/http/counters.ts';
import { createRequestLimiter } from './platform/http/request-limits.ts';
import { createSignedAddresses } from './platform/http/signed-addresses.ts';
import { listInlineScriptHashes, mountWeb } from './platform/http/web.ts';
import { showTrialBanner } from './platform/http/trial-banner.ts';
import {
  defineTasks,
  noPayload,
  type CronLine,
  type Payloads,
  type TaskPriorities,
} from './platform/queue/index.ts';
import { addFormerNames } from './platform/queue/renamed-tasks.ts';
import { watchWorkers } from './platform/queue/worker-watch.ts';
import { startWorker, type Worker } from './platform/queue/worker.ts';
import { countTraffic, traffic } from './platform/metrics.ts';
import { loadIdentityKeys, loadKeyring } from './platform/keys.ts';
import { createLog, type Log } from './platform/log.ts';
import { OfferWatch } from './platform/offers.ts';
import { reportMissingMessages } from './platform/messages.ts';
import { startRelay, type Relay } from './platform/outbox/relay.ts';
import { startRealtime } from './platform/realtime/index.ts';
import { createRedisEvents } from './platform/realtime/redis.ts';
import { connectRedis } from './platform/redis/line.ts';
import { resealSecrets } from './platform/reseal.ts';
import { createUploadInspector } from './platform/uploads/inspector.ts';
import { UnidentifiedUploads } from './platform/uploads/unidentified.ts';
import { removeLeftFiles } from './platform/uploads/receive.ts';
import type { Ports } from './ports/index.ts';

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
  const faults = new Faults();
  checkLimitSettings(config.limits.settings, faults);
  faults.throwIfAny();
  const log = options.log ?? createLog();
  const line = watchConnection(listWatchedUrls(config), log, config.databaseSilentMs);
  const keyring = loadKeyring(config);
  const stopReporting = config.production ? reportMissingMessages(log) : undefined;
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
    keyring,
    identityKeys: loadIdentityKeys(config, keyring),
    log,
    offers: new OfferWatch(db, log),
    workers: watchWorkers(db, config.workerHeartbeatMs),
    ...(config.redisUrl !== null && { redis: composeRedis(config.redisUrl, log) }),
  };
  return {
    deps,
    line,
    async close() {
      await db.destroy();
      await deps.redis?.line.close();
      line.close();
      stopReporting?.();
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
  const limiter = createRequestLimiter(
    config.limits,
    redis ? createSharedCounters(redis.line, deps.keyring.current.secret) : createLocalCounter,
  );
  const app = await createApp({
    log,
    countRequest: limiter.countRequest,
    trustProxy: config.trustProxy,
    secure: config.secure,
    contentSecurityPolicy: buildContentSecurityPolicy(config, hashes),
    maxConnections: config.maxConnections,
  });
  if (config.trial) showTrialBanner(app);
  countTraffic(app, traffic, () => deps.ports.clock.now());
  const replicas = openReplicas({ ...config, db: deps.db, log, offers: deps.offers });
  app.addHook('onClose', () => replicas.close());
  deps.offers.start();
  app.addHook('onClose', () => deps.offers.stop());
  if (replicas.exist) sendPositions(app, config.secure);
  const settings = createCallSettings(deps, limiter);
  await removeLeftFiles(config.tmpDir);
  const fileAccess: Record<string, FileAccess> = Object.assign(
    {},
    ...domains.map((domain) => domain.fileAccess ?? {}),
  );
  const routes = domains.flatMap((domain) => domain.routes?.(deps) ?? []);

  const realtime = redis ? redis.events.listen() : await startRealtime(config.queueUrl, log, line);
  app.addHook('onClose', () => realtime.close());
  mountCalls(app, routes, findFormats, { ...settings, readerDeps: deps, replicas, workers: deps.workers });
  mountEvents(app, realtime, {
    ...settings,
    streamsPerSession: config.eventStreamsPerSession,
    streamsPerUser: config.eventStreamsPerUser,
  });
  mountDocs(app, config.production ? routes.filter(isForUsers) : routes, findFormats);
  for (const domain of domains) await domain.http?.(app, deps, { ...settings, fileAccess, replicas });
  mountApiNotFound(app);
  if (options.webDist)
    await mountWeb(app, path.resolve(options.webDist), {
      ...settings,
      site: config,
      offers: deps.offers,
      log,
    });
  return app;
}

/** What every route of the web process needs to know who calls and what they may send. */
function createCallSettings(deps: Deps, limiter: RequestLimiter): CallSettings {
  const { config, db, log, ports } = deps;
  const identity = domains.find((domain) => domain.authenticator);
  if (!identity?.authenticator) throw new Error('no domain knows who is signed in');
  const admin = domains.find((domain) => domain.adminGuard);
  if (!admin?.adminGuard) throw new Error('no domain knows who is of FWS');
  return {
    authenticator: identity.authenticator(deps),
    adminGuard: admin.adminGuard(deps),
    addresses: createSignedAddresses({ ...deps, clock: ports.clock, publicUrl: config.publicUrl }),
    clock: ports.clock,
    secure: config.secure,
    tmpDir: config.tmpDir,
    inspectUpload: createUploadInspector(ports.scanner, log),
    unidentifiedUploads: new UnidentifiedUploads(),
    limiter,
    logRefusal: createRefusalLog(log),
    noteRefusedAccess: createRefusedAccessRecorder(
      { db, clock: ports.clock, log },
      config.limits.get(ACCESS_LIMITS.access_refused_user),
    ),
  };
}

/** Outsiders need not know what admins can do or how they log in. */
const isForUsers = ({ call }: Route): boolean => call.access !== 'admin' && !call.name.startsWith('admin_');

const payloads = { reseal_secrets: noPayload };
declare module './platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}
/** At night in India; the time is in UTC. */
const RESEAL_DAILY: CronLine = '50 21 * * * reseal_secrets';

export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns ?? []);

export const taskPriorities: TaskPriorities = Object.assign(
  {},
  ...domains.map((domain) => domain.taskPriorities ?? {}),
);

/** Every process hands on what its transactions have written to the outbox. */
export const composeRelay = ({ config, log, redis }: Deps, line: Line): Relay =>
  startRelay({
    queueUrl: config.queueUrl,
    log,
    line,
    redis: redis?.events,
    priorities: taskPriorities,
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
