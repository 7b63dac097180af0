import type { FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls per minute, enforced only when the sandbox runs with rate limits. */
    perMinute?: number;
  }
}

const MINUTE_MS = 60_000;

export interface CallUsage {
  perMinute: number;
  calls: number;
  secondsLeft: number;
}

/** Counts calls by route and minute; null where there is no limit. */
export function countCalls({ settings, now }: Context): (request: FastifyRequest) => CallUsage | null {
  const counts = new Map<string, { minute: number; calls: number }>();
  return (request) => {
    const { perMinute } = request.routeOptions.config;
    if (!settings.rateLimits || perMinute === undefined) return null;
    const nowMs = now().getTime();
    const minute = Math.floor(nowMs / MINUTE_MS);
    const route = `${request.method} ${request.routeOptions.url}`;
    const before = counts.get(route);
    const calls = before?.minute === minute ? before.calls + 1 : 1;
    counts.set(route, { minute, calls });
    return { perMinute, calls, secondsLeft: Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000) };
  };
}
