import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { countCalls } from './rate-limits.ts';
import { VendorError } from './vendor-error.ts';

/** Checks credentials, version and rate limits before every call of a vendor API. */
export function guardVendorApi(
  app: FastifyInstance,
  context: Context,
  options: { versionRequired: boolean },
): void {
  const count = countCalls(context);

  app.addHook('onRequest', async (request, reply) => {
    const { clientId, clientSecret } = context.settings;
    const known =
      sameText(header(request, 'x-client-id'), clientId) &&
      sameText(header(request, 'x-client-secret'), clientSecret);
    if (!known) {
      throw new VendorError(401, 'request_failed', 'authentication Failed', 'authentication_error');
    }
    if (options.versionRequired && !/^\d{4}-\d{2}-\d{2}$/.test(header(request, 'x-api-version'))) {
      throw new VendorError(400, 'x-api-version_missing', 'x-api-version : is missing in the request');
    }
    const counted = count(request);
    if (!counted) return;
    const { perMinute, calls, secondsLeft } = counted;
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

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

export function sameText(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
