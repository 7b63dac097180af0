import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { countCalls } from '../rate-limits.ts';
import { isSameText } from '../same-text.ts';
import { VendorError } from '../vendor-error.ts';

/** Checks credentials, version and rate limits before every call of a vendor API. */
export function guardVendorApi(
  app: FastifyInstance,
  context: Context,
  options: { versionRequired: boolean },
): void {
  const countCall = countCalls(context);

  app.addHook('onRequest', async (request, reply) => {
    const { clientId, clientSecret } = context.settings;
    const isAuthenticated =
      isSameText(readHeader(request, 'x-client-id'), clientId) &&
      isSameText(readHeader(request, 'x-client-secret'), clientSecret);
    if (!isAuthenticated) {
      throw new VendorError(401, 'request_failed', 'authentication Failed', 'authentication_error');
    }
    if (options.versionRequired && !/^\d{4}-\d{2}-\d{2}$/.test(readHeader(request, 'x-api-version'))) {
      throw new VendorError(400, 'x-api-version_missing', 'x-api-version : is missing in the request');
    }
    const usage = countCall(request);
    if (!usage) return;
    const { perMinute, calls, secondsLeft } = usage;
    reply.headers({
      'x-ratelimit-limit': perMinute,
      'x-ratelimit-remaining': Math.max(0, perMinute - calls),
      'x-ratelimit-retry': secondsLeft,
      'x-ratelimit-type': 'app_id',
    });
    if (calls > perMinute) {
      throw new VendorError(429, 'request_rate_limit_exceeded', 'Too many requests', 'rate_limit_error');
    }
  });
}

function readHeader(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
