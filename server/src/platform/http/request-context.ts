import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsProxyTraces, startRootSpan, type Span } from '../tracing/index.ts';
import { runInContext, type WorkContext } from '../work-context.ts';
import { getRouteName, isForMachines } from './route-name.ts';

declare module 'fastify' {
  interface FastifyRequest {
    workContext: WorkContext | null;
  }
}

const PROXY_ID = /^[\w.-]{8,64}$/;

/**
 * Gives each request an id and, when it is traced, a span. Both are returned to the caller, and everything that is logged
 * while the request is handled has them.
 */
export function addRequestContext(app: FastifyInstance): void {
  app.decorateRequest('workContext', null);
  app.addHook('onRequest', (request, reply, next) => {
    const proxyId = readProxyHeader(request, 'x-request-id');
    if (proxyId !== undefined && PROXY_ID.test(proxyId)) request.id = proxyId;
    const span = startRequestSpan(request);
    // Set on the raw response: streams use only that one.
    reply.raw.setHeader('x-request-id', request.id);
    if (span) traceAnswer(span, request, reply);
    request.workContext = { requestId: request.id, task: null, span };
    runInContext(request.workContext, next);
  });
  // The body arrives in events of the connection, which have no context.
  app.addHook('preValidation', (request, _reply, next) => {
    if (request.workContext === null) next();
    else runInContext(request.workContext, next);
  });
}

/** A header of a proxy that this server trusts. From anybody else it would be a text that the caller chose. */
function readProxyHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  // The list has the addresses up to the first that is not a trusted proxy.
  return typeof value === 'string' && (request.ips?.length ?? 0) > 1 ? value : undefined;
}

function startRequestSpan(request: FastifyRequest): Span | null {
  if (isForMachines(request)) return null;
  const traceparent = acceptsProxyTraces() ? readProxyHeader(request, 'traceparent') : undefined;
  return startRootSpan(`${request.method} ${getRouteName(request)}`, 'server', {}, traceparent);
}

/** Ends the span with the answer, or when the caller is gone before it. */
function traceAnswer(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.setHeader('x-trace-id', span.traceId);
  span.setAttributes({
    'http.request.method': request.method,
    'http.route': getRouteName(request),
    'fws.request_id': request.id,
  });
  reply.raw.once('close', () => {
    const { statusCode, writableFinished } = reply.raw;
    if (writableFinished) span.setAttributes({ 'http.response.status_code': statusCode });
    if (!writableFinished) span.fail('closed_by_caller');
    else if (statusCode >= 500) span.fail(String(statusCode));
    span.end();
  });
}
