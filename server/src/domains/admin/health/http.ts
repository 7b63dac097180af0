import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/domain.ts';
import { openMetrics, OPENMETRICS_TYPE } from '../../../platform/metrics.ts';
import { checkReadiness } from '../../../platform/readiness.ts';
import { metricsOf } from './metrics.ts';
import { healthOf } from './service.ts';

const NOT_KEPT = { 'cache-control': 'no-store' };

/** Endpoints for machines: liveness, readiness and metrics. */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, parts } = await checkReadiness(deps.db, app.shutdown.hasBegun);
    return reply
      .code(ready ? 200 : 503)
      .headers(NOT_KEPT)
      .send({ ready, parts });
  });
  app.get('/metrics', async (request, reply) => {
    const { production, metricsToken } = deps.config;
    // Behind a proxy every request comes from this machine, so the address check below would admit everybody.
    if (production && metricsToken === null)
      return reply.code(404).headers(NOT_KEPT).type('text/plain; charset=utf-8').send('Not found');
    if (!mayMeasure(request, metricsToken))
      return reply.code(403).headers(NOT_KEPT).type('text/plain; charset=utf-8').send('Not allowed');
    const text = openMetrics(metricsOf(await healthOf(deps)));
    return reply.headers(NOT_KEPT).header('content-type', OPENMETRICS_TYPE).send(text);
  });
}

/** Requires the token. If none is configured, admits only this machine, and no request that a proxy forwarded. */
function mayMeasure(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), digest(token));
  }
  const { headers, socket } = request;
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => name in headers);
  return !isPassedOn && /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/.test(socket.remoteAddress ?? '');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
