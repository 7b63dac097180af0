import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import type { Log } from '../log.ts';
import { processMetrics } from '../metrics.ts';

const forwarded = new Counter({
  name: 'fws_untrusted_forwards',
  help: 'Requests that say they were forwarded, although no proxy is trusted (TRUST_PROXY)',
  registers: [processMetrics],
});

/**
 * Behind a proxy that is not trusted, all visitors have the proxy's address and share its limits. Anybody can send the
 * header, so it is reported and changes nothing.
 */
export function watchForwarded(app: FastifyInstance, log: Log): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, next) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      forwarded.inc();
      if (!isReported)
        log.error(
          'a request was forwarded, but TRUST_PROXY is 0: behind a proxy all visitors share its limits',
          'TRUST_PROXY says how many proxies there are',
        );
      isReported = true;
    }
    next();
  });
}
