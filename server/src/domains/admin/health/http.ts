import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { formatOpenMetrics, processMetrics, traffic } from '../../../platform/metrics.ts';
import { collectProcessMetrics } from '../../../platform/process-metrics.ts';
import { checkReadiness, watchFileStore } from '../../../platform/readiness.ts';
import { createScrapedFigures } from '../../../platform/scraped-figures.ts';
import { collectHealthMetrics } from './metrics.ts';
import { findWorkerState, loadHealthForScrape } from './service.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** Endpoints for machines: liveness, readiness and metrics. */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  const getFileState = watchFileStore(deps.ports.files, deps.log);
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    // Without a worker, people are served and messages are late: no web process is taken out of service for it.
    const other = { ...getFileState(), worker: await findWorkerState(deps) };
    const { ready, parts } = await checkReadiness(deps.db, app.shutdown.hasBegun, { other });
    return reply
      .code(ready ? 200 : 503)
      .headers(NO_STORE)
      .send({ ready, parts });
  });
  const scrape = createScrape(deps);
  app.get('/metrics', async (request, reply) => {
    const { status, contentType, text } = await scrape(request.headers, request.socket.remoteAddress ?? '');
    return reply.code(status).headers(NO_STORE).header('content-type', contentType).send(text);
  });
}

type RequestHeaders = FastifyRequest['headers'];

interface Scraped {
  status: 200 | 403 | 404;
  contentType: string;
  text: string;
}

/** Answers a request for metrics, by its headers and the address of its connection. */
export type Scrape = (headers: RequestHeaders, remoteAddress: string) => Promise<Scraped>;

export function createScrape(deps: Deps): Scrape {
  const { production, metricsToken } = deps.config;
  const readHealth = createScrapedFigures(() => loadHealthForScrape(deps));
  return async (headers, remoteAddress) => {
    // Behind a proxy every request comes from this machine, so the address check below would admit everybody.
    if (production && metricsToken === null) return refuse(404, 'Not found');
    if (!mayRead(headers, remoteAddress, metricsToken)) return refuse(403, 'Not allowed');
    const text = await formatOpenMetrics([
      traffic.registry,
      collectProcessMetrics(),
      processMetrics,
      // Not awaited here, so that a silent database delays a scrape only once: `processMetrics` asks it too.
      readHealth().then(collectHealthMetrics),
    ]);
    return { status: 200, contentType: processMetrics.contentType, text };
  };
}

const refuse = (status: 403 | 404, text: string): Scraped => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  text,
});

/** Requires the token. If none is configured, admits only this machine, and no request that a proxy forwarded. */
function mayRead(headers: RequestHeaders, remoteAddress: string, token: string | null): boolean {
  if (token !== null) {
    const sentToken = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(sentToken), digest(token));
  }
  const isProxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !isProxied && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(remoteAddress);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
