import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/index.ts';
import type { Log } from '../log.ts';
import { storeRefusedWebhook, type AnyWebhook } from '../webhooks.ts';

const MAX_BYTES = 256 * 1024;

/** Receives a provider's webhooks: verifies the raw bytes, stores the event, enqueues its task, answers. */
export function mountWebhook(app: FastifyInstance, deps: { db: Db; log: Log }, webhook: AnyWebhook): void {
  const { path, provider } = webhook;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = toSingleValues(request.headers);
      const received = await webhook.receive(deps.db, headers, rawBody, new Date());
      if (received.verdict === 'valid') return reply.code(200).send({ status: 200 });
      await storeRefusedWebhook(deps.db, provider, received, headers, rawBody);
      deps.log.warn('webhook refused', { path, ...received });
      const status = received.verdict === 'forged' ? 401 : 400;
      return reply.code(status).send({ status });
    });
  });
}

const toSingleValues = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
