import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { AttemptLimit } from '../attempts.ts';
import { toAddressKey } from './client-address.ts';

export interface RequestLimits {
  requests_address: AttemptLimit;
  requests_user: AttemptLimit;
  pages_address: AttemptLimit;
  webhooks_address: AttemptLimit;
}

/** A request over the limit. Fastify answers with the status. */
export class TooManyRequests extends Error {
  readonly statusCode = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}

/** Counts requests in this process. Several processes count separately, until a shared store takes over. */
export interface RequestLimiter {
  /** Counts by address, before the caller is known. */
  countRequest: (request: FastifyRequest) => Promise<void>;
  /** Counts by user once the caller is known, in place of the address, once per request. */
  countUser: (request: FastifyRequest, userId: number) => Promise<void>;
}

export function createRequestLimiter(limits: RequestLimits): RequestLimiter {
  const addresses = {
    requests: createLimiter(limits.requests_address),
    pages: createLimiter(limits.pages_address),
    webhooks: createLimiter(limits.webhooks_address),
  };
  const users = createLimiter(limits.requests_user);
  const countedByAddress = new WeakSet<FastifyRequest>();
  return {
    async countRequest(request) {
      const kind = getRequestKind(request.url);
      if (kind === 'free') return;
      if (kind === 'requests') countedByAddress.add(request);
      await consume(addresses[kind], toAddressKey(request.ip));
    },
    async countUser(request, userId) {
      if (!countedByAddress.delete(request)) return;
      await consume(users, String(userId));
      await addresses.requests?.reward(toAddressKey(request.ip));
    },
  };
}

/** Files of the web app and health checks cost next to nothing. */
const FREE =
  /^\/(?:assets\/|healthz$|readyz$|metrics$|[\w-]+\.(?:js|css|png|svg|ico|webmanifest|txt|woff2)$)/;

function getRequestKind(url: string): 'requests' | 'pages' | 'webhooks' | 'free' {
  const path = url.split('?')[0] ?? '';
  if (path.startsWith('/api/')) return 'requests';
  if (path.startsWith('/webhooks/')) return 'webhooks';
  return FREE.test(path) ? 'free' : 'pages';
}

const createLimiter = ({ scope, max, windowMs }: AttemptLimit): RateLimiterAbstract | null =>
  max === Infinity
    ? null
    : new RateLimiterMemory({ keyPrefix: scope, points: max, duration: windowMs / 1000 });

async function consume(counter: RateLimiterAbstract | null, key: string): Promise<void> {
  try {
    await counter?.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes)
      throw new TooManyRequests(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    throw error;
  }
}
