import Fastify, { type FastifyInstance } from 'fastify';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import { REFUSAL_STATUS } from '@fws/contract/platform/refusal';
import { translate } from '../messages.ts';
import type { Log } from '../log.ts';
import { requestLocale } from './calls.ts';
import { compressAnswers } from './compress.ts';
import { isOurs, refusalBody, thrownRefusal } from './errors.ts';

export interface HttpSettings {
  log: Log;
  /** Requests a minute from one address; 0 for no limit. */
  ratePerMinute: number;
  /** Believe X-Forwarded-For: only behind our own balancer. */
  trustProxy: boolean;
  secure: boolean;
  contentSecurityPolicy: Record<string, string[]>;
}

/** Fastify with what every route relies on: bodies, cookies, headers, limits, and one place where errors end. */
export async function createApp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: 1_000_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, {
    limits: { fileSize: ATTACHMENT_MAX_BYTES + 1, files: 5, fields: 100, fieldSize: 100_000, parts: 105 },
    throwFileSizeLimit: false,
  });
  await app.register(helmet, {
    // Helmet would build it anew for each request.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: settings.secure,
    referrerPolicy: { policy: 'same-origin' },
  });
  const policy = Object.entries(settings.contentSecurityPolicy)
    .map((directive) => directive.flat().join(' '))
    .join(';');
  app.addHook('onRequest', (_request, reply, next) => {
    // On the raw answer, as Helmet does: streams have only that one.
    reply.raw.setHeader('content-security-policy', policy);
    next();
  });
  compressAnswers(app);
  if (settings.ratePerMinute > 0)
    await app.register(rateLimit, { max: settings.ratePerMinute, timeWindow: 60_000 });

  app.setErrorHandler((error, request, reply) => {
    const locale = requestLocale(request);
    if (isOurs(error)) {
      settings.log.error('request failed', error, {
        id: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '',
      });
      return reply
        .code(500)
        .send({ status: 500, message: translate(locale, 'common.something_wrong'), data: null });
    }
    const refusal = thrownRefusal(error);
    if (refusal.kind === 'unavailable')
      settings.log.error('outage', error, { path: request.routeOptions.url ?? '' });
    return reply.code(REFUSAL_STATUS[refusal.kind]).send(refusalBody(refusal, locale, new Map()));
  });
  return app;
}

/** Unknown `/api/…` answers in the API's own shape, never with the app's HTML. */
export function mountApiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request, reply) => {
    const body = refusalBody(
      { kind: 'not_found', code: 'common.not_found' },
      requestLocale(request),
      new Map(),
    );
    return reply.code(404).send(body);
  });
}
