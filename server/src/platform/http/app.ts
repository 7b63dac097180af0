import Fastify, { type FastifyInstance } from 'fastify';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import { translate } from '../messages.ts';
import type { Log } from '../log.ts';
import { FIELDS_MAX_BYTES } from './body.ts';
import { requestLocale } from './calls.ts';
import { compressAnswers } from './compress.ts';
import { addBodyParsers } from './parsers.ts';
import { isOurs, sendRefusal, thrownRefusal } from './errors.ts';

export interface HttpSettings {
  log: Log;
  /** Requests a minute from one address; 0 for no limit. */
  ratePerMinute: number;
  /** Believe X-Forwarded-For: only behind our own balancer. */
  trustProxy: boolean;
  secure: boolean;
  contentSecurityPolicy: Record<string, string[]>;
}

/** A file of 10 MB over a slow phone takes minutes; who sends more slowly than that only holds a connection. */
const REQUEST_WITHIN_MS = 300_000;

/** Fastify with what every route relies on: bodies, cookies, headers, limits, and one place where errors end. */
export async function createApp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: FIELDS_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  await app.register(cookie);
  addBodyParsers(app);
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
    return sendRefusal(reply, refusal, locale);
  });
  return app;
}

/** Unknown `/api/…` answers in the API's own shape, never with the app's HTML. */
export function mountApiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request, reply) => {
    const refusal = { kind: 'not_found', code: 'common.not_found' } as const;
    return sendRefusal(reply, refusal, requestLocale(request));
  });
}
