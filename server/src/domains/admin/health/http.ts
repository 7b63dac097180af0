import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { replicaMetrics } from '../../../platform/db/replicas/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { formatOpenMetrics, traffic } from '../../../platform/metrics.ts';
import { checkReadiness, watchFileStore } from '../../../platform/readiness.ts';
import { collectHealthMetrics } from './metrics.ts';
import { loadHealth } from './service.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** Endpoints for machines: liveness, readiness and metrics. */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  const getFileState = watchFileStore(deps.ports.files, deps.log);
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, parts } = await checkReadiness(deps.db, app.shutdown.hasBegun, {
      other: getFileState(),
    });
    return reply
      .code(ready ? 200 : 503)
      .headers(NO_STORE)
      .send({ ready, parts });
  });
  app.get('/metrics', async (request, reply) => {
    const { production, metricsToken } = deps.config;
    // Behind a proxy every request comes from this machine, so the address check below would admit everybody.
    if (production && metricsToken === null)
      return reply.code(404).headers(NO_STORE).type('text/plain; charset=utf-8').send('Not found');
    if (!canReadMetrics(request, metricsToken))
      return reply.code(403).headers(NO_STORE).type('text/plain; charset=utf-8').send('Not allowed');
    const health = collectHealthMetrics(await loadHealth(deps));
    const text = await formatOpenMetrics([traffic.registry, replicaMetrics, health]);
    return reply.headers(NO_STORE).header('content-type', health.contentType).send(text);
  });
}

/** Requires the token. If none is configured, admits only this machine, and no request that a proxy forwarded. */
function canReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const sentToken = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(sentToken), digest(token));
  }
  const { headers, socket } = request;
  const isProxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !isProxied && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(socket.remoteAddress ?? '');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
