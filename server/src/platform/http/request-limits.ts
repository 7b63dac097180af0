import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { defineLimits, type Limits } from '../limits.ts';
import { toAddressKey } from './client-address.ts';
import { createLocalCounter, type Counter, type CreateCounter } from './counters.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { hasSignature } from './signed-addresses.ts';

export const REQUEST_LIMITS = defineLimits({
  requests_address: ['6000/1m', 'API calls without a session, from one address'],
  requests_user: ['1200/1m', 'API calls of one signed-in user'],
  tokens_address: [
    '600/1m',
    'session tokens sent from one address that were not valid before; those of signed-in users do not count',
  ],
  pages_address: [
    '12000/1m',
    'pages requested from one address; scripts, styles and images of the app do not count',
  ],
  webhooks_address: ['6000/1m', 'webhooks from one address'],
});

/** A request over the limit. Fastify answers with the status. */
export class TooManyRequests extends Error {
  readonly statusCode = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super('too many requests');
    this.seconds = seconds;
  }
}

/** What is known about one request. */
interface Counted {
  /** Its address is over the limit. */
  refusal: TooManyRequests | null;
  /** It was counted against its address, which gets it back when a user is counted instead. */
  byAddress: boolean;
  /** A token that was not known. */
  newToken: string | null;
  tokenAdmitted: boolean;
}

export function createRequestLimiter(
  limits: Limits,
  createCounter: CreateCounter = createLocalCounter,
): RequestLimiter {
  const addresses = {
    requests: createCounter(limits.get(REQUEST_LIMITS.requests_address)),
    pages: createCounter(limits.get(REQUEST_LIMITS.pages_address)),
    webhooks: createCounter(limits.get(REQUEST_LIMITS.webhooks_address)),
  };
  const tokens = createCounter(limits.get(REQUEST_LIMITS.tokens_address));
  const users = createCounter(limits.get(REQUEST_LIMITS.requests_user));
  const knownTokens = new KnownTokens();
  const counted = new WeakMap<FastifyRequest, Counted>();
  const getCounted = (request: FastifyRequest): Counted => {
    const entry = counted.get(request) ?? {
      refusal: null,
      byAddress: false,
      newToken: null,
      tokenAdmitted: false,
    };
    counted.set(request, entry);
    return entry;
  };
  return {
    async countRequest(request) {
      const kind = getRequestKind(request.url);
      if (kind === 'free') return;
      const refusal = await tryConsume(addresses[kind], toAddressKey(request.ip));
      if (kind !== 'requests') {
        if (refusal) throw refusal;
        return;
      }
      const entry = getCounted(request);
      entry.refusal = refusal;
      entry.byAddress = refusal === null;
      const mayBeUser =
        request.method === 'POST' ||
        hasSignature(request) ||
        listHeadTokens(request).some((token) => knownTokens.has(token));
      if (refusal && !mayBeUser) throw refusal;
    },
    async admitToken(request, token) {
      const entry = getCounted(request);
      if (token === null) {
        if (entry.refusal) throw entry.refusal;
        return;
      }
      if (entry.tokenAdmitted || knownTokens.has(token)) return;
      const refusal = await tryConsume(tokens, toAddressKey(request.ip));
      if (refusal) throw refusal;
      entry.tokenAdmitted = true;
      entry.newToken = token;
    },
    refuseToken(request, token) {
      knownTokens.delete(token);
      const { refusal } = getCounted(request);
      if (refusal) throw refusal;
    },
    async countUser(request, userId) {
      const entry = getCounted(request);
      const address = toAddressKey(request.ip);
      if (entry.newToken !== null) {
        knownTokens.add(entry.newToken);
        entry.newToken = null;
        await tokens?.reward(address);
      }
      const isCounted = !entry.byAddress && entry.refusal === null;
      if (isCounted) return;
      const { byAddress } = entry;
      entry.byAddress = false;
      entry.refusal = null;
      const refusal = await tryConsume(users, String(userId));
      if (refusal) throw refusal;
      if (byAddress) await addresses.requests?.reward(address);
    },
  };
}

/**
 * Hashes of tokens that were valid. Of too many, the oldest are forgotten. Each process learns them by itself: that costs
 * one look-up of a session, and tokens of people leave no trace elsewhere.
 */
class KnownTokens {
  static readonly #MAX = 100_000;
  readonly #hashes = new Set<string>();

  static #hash = (token: string): string => hash('sha256', token, 'base64');

  has(token: string): boolean {
    return this.#hashes.has(KnownTokens.#hash(token));
  }

  add(token: string): void {
    this.#hashes.add(KnownTokens.#hash(token));
    const [oldest] = this.#hashes;
    if (this.#hashes.size > KnownTokens.#MAX && oldest !== undefined) this.#hashes.delete(oldest);
  }

  delete(token: string): void {
    this.#hashes.delete(KnownTokens.#hash(token));
  }
}

/** What may be a token in the headers, whatever its cookie is called. */
function listHeadTokens({ headers }: FastifyRequest): string[] {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.split('=')[1]?.trim() ?? '');
  return [...(bearer === undefined ? [] : [bearer]), ...cookies].filter((token) => token !== '');
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

/** The refusal of a request over the limit. */
async function tryConsume(counter: Counter | null, key: string): Promise<TooManyRequests | null> {
  try {
    await counter?.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes)
      return new TooManyRequests(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    throw error;
  }
}
