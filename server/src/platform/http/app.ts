import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { ATTACHMENT_MAX_BYTES } from '@fws/contract/platform/limits';
import type { Locale } from '@fws/contract/platform/messages';
import type { TrustedProxies } from '../../config/proxy.ts';
import { translate, type Language } from '../messages.ts';
import type { Log } from '../log.ts';
import { createRequestId } from '../work-context.ts';
import { FIELDS_MAX_BYTES } from './body.ts';
import { getRequestLanguage } from './caller.ts';
import { compressAnswers } from './compress.ts';
import { addBodyParsers } from './parsers.ts';
import { endStalledBodies } from './stalled.ts';
import { isServerError, setRefusalStatus, sendRefusal, toRefusal } from './errors.ts';
import { createRefusalLog } from './refusal-log.ts';
import { escapeHtml } from '../html.ts';
import { buildPlainPage } from './plain-page.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { addRequestContext } from './request-context.ts';
import { addShutdown } from './shutdown.ts';
import { watchForwarded } from './untrusted-proxy.ts';

export interface HttpSettings {
  log: Log;
  /** Throws when the request exceeds a limit. */
  countRequest: RequestLimiter['countRequest'];
  /** The proxies whose X-Forwarded-For is trusted. */
  trustProxy: TrustedProxies;
  secure: boolean;
  contentSecurityPolicy: Record<string, string[]>;
  /** Of this process; one more is closed at once. */
  maxConnections?: number;
  /** After how long without a byte of its body a request ends. */
  stalledAfterMs?: number;
}

/** The identity video uses the first two, "use my location" the third. All other device features are disabled. */
const USED_FEATURES = ['camera', 'microphone', 'geolocation'];
const UNUSED_FEATURES =
  'accelerometer bluetooth display-capture encrypted-media gamepad gyroscope hid idle-detection magnetometer midi payment screen-wake-lock serial usb xr-spatial-tracking';
const PERMISSIONS_POLICY = [
  ...USED_FEATURES.map((name) => `${name}=(self)`),
  ...UNUSED_FEATURES.split(' ').map((name) => `${name}=()`),
].join(', ');

/** A file of 10 MB from a slow phone takes minutes; a slower sender only occupies a connection. */
const REQUEST_WITHIN_MS = 300_000;

/**
 * Creates a Fastify instance with what every route relies on: body parsers, cookies, headers, limits, and one error
 * handler.
 */
export async function createApp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: FIELDS_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    genReqId: createRequestId,
    routerOptions: { maxParamLength: 200 },
  });
  addRequestContext(app);
  if (settings.maxConnections !== undefined) app.server.maxConnections = settings.maxConnections;
  addShutdown(app, settings.log);
  endStalledBodies(app, settings.stalledAfterMs);
  await app.register(cookie);
  addBodyParsers(app);
  await app.register(multipart, {
    limits: { fileSize: ATTACHMENT_MAX_BYTES + 1, files: 5, fields: 100, fieldSize: 100_000, parts: 105 },
    throwFileSizeLimit: false,
  });
  await app.register(helmet, {
    // Set below: Helmet would build it anew for each request.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: settings.secure,
    referrerPolicy: { policy: 'same-origin' },
    // For browsers without `frame-ancestors`.
    frameguard: { action: 'deny' },
  });
  const policy = Object.entries(settings.contentSecurityPolicy)
    .map((directive) => directive.flat().join(' '))
    .join(';');
  app.addHook('onRequest', (_request, reply, next) => {
    // Set on the raw response, as Helmet does: streams use only that one.
    reply.raw.setHeader('content-security-policy', policy);
    reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY);
    next();
  });
  compressAnswers(app);
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (!reply.hasHeader('cache-control') && isPersonal(request, reply))
      reply.header('cache-control', 'no-store');
    next();
  });
  if (settings.trustProxy === false) watchForwarded(app, settings.log);
  app.addHook('onRequest', (request) => settings.countRequest(request));

  const logRefusal = createRefusalLog(settings.log);
  app.setErrorHandler((error, request, reply) => {
    // The caller went away before the request was complete: no fault of ours, and nobody reads an answer.
    if (isAbandoned(request)) return reply.code(400).send();
    const page = wantsPage(request);
    const language: Language = page
      ? { ...getRequestLanguage(request), wording: 'screen' }
      : getRequestLanguage(request);
    const { locale, wording } = language;
    if (isServerError(error)) {
      settings.log.error('request failed', error, {
        requestId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '',
      });
      const message = translate(locale, 'common.something_wrong', {}, wording);
      return page
        ? sendPage(reply.code(500), locale, message)
        : reply.code(500).send({ status: 500, message, data: null, request_id: request.id });
    }
    const refusal = toRefusal(error);
    if (refusal.kind === 'too_many') logRefusal(request, null, request.routeOptions.url ?? '', refusal);
    if (refusal.kind === 'unavailable')
      settings.log.error('outage', error, { requestId: request.id, path: request.routeOptions.url ?? '' });
    return page
      ? sendPage(
          setRefusalStatus(reply, refusal),
          locale,
          translate(locale, refusal.code, refusal.values, wording),
        )
      : sendRefusal(reply, refusal, language);
  });
  return app;
}

const isAbandoned = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** API answers, and JSON of any route. Routes whose answers are public set their own header. */
const isPersonal = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.url.startsWith('/api/') || String(reply.getHeader('content-type')).startsWith('application/json');

/** A browser asks for HTML; our own scripts and other programs ask for JSON or for anything. */
const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

function sendPage(reply: FastifyReply, locale: Locale, message: string): FastifyReply {
  const reference =
    reply.statusCode < 500
      ? ''
      : `<p>${escapeHtml(translate(locale, 'common.reference', { id: reply.request.id }))}</p>`;
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(buildPlainPage(locale, `<h1>${escapeHtml(message)}</h1>${reference}`));
}

/** Answers unknown `/api/…` paths in the API's own format, never with the app's HTML. */
export function mountApiNotFound(app: FastifyInstance): void {
  app.all('/api/*', (request, reply) => {
    const refusal = { kind: 'not_found', code: 'common.not_found' } as const;
    return sendRefusal(reply, refusal, getRequestLanguage(request));
  });
}
