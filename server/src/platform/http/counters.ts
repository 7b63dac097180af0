import { createHmac, hkdfSync } from 'node:crypto';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { AttemptLimit } from '../attempts.ts';
import type { RedisLine } from '../redis/line.ts';
import { REDIS_PREFIX } from '../redis/prefix.ts';

/** Counts events of a kind in a window of time, by key. */
export interface Counter {
  /** Counts one. Rejects with `RateLimiterRes` above the limit. */
  consume(key: string): Promise<unknown>;
  /** Takes one back. */
  reward(key: string): Promise<unknown>;
}

export type CreateCounter = (limit: AttemptLimit) => Counter | null;

export const createLocalCounter: CreateCounter = (limit) =>
  limit.max === Infinity ? null : new RateLimiterMemory(toOptions(limit));

const toOptions = ({ scope, max, windowMs }: AttemptLimit) => ({
  keyPrefix: scope,
  points: max,
  duration: windowMs / 1000,
});

/** All processes count together. While Redis is lost, each counts by itself, as without Redis. */
export function createSharedCounters(line: RedisLine, secret: Buffer): CreateCounter {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fws request counters', 32));
  // Redis learns no address and no user.
  const hashSubject = (subject: string) => createHmac('sha256', key).update(subject).digest('base64url');
  return (limit) => (limit.max === Infinity ? null : new SharedCounter(line, limit, hashSubject));
}

class SharedCounter implements Counter {
  readonly #line: RedisLine;
  readonly #limit: AttemptLimit;
  readonly #local: RateLimiterAbstract;
  readonly #hashSubject: (subject: string) => string;
  #shared: RateLimiterRedis | undefined;

  constructor(line: RedisLine, limit: AttemptLimit, hashSubject: (subject: string) => string) {
    this.#line = line;
    this.#limit = limit;
    this.#local = new RateLimiterMemory(toOptions(limit));
    this.#hashSubject = hashSubject;
  }

  async consume(subject: string): Promise<unknown> {
    try {
      return await this.#run((counter) => counter.consume(this.#hashSubject(subject)));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return this.#local.consume(subject);
    }
  }

  /** Nobody waits for it: what this process counts next is counted after it. */
  async reward(subject: string): Promise<void> {
    void this.#run((counter) => counter.reward(this.#hashSubject(subject))).catch(() =>
      this.#local.reward(subject),
    );
  }

  #run<T>(command: (counter: RateLimiterRedis) => Promise<T>): Promise<T> {
    return this.#line.run((client) => {
      this.#shared ??= new RateLimiterRedis({
        ...toOptions(this.#limit),
        keyPrefix: REDIS_PREFIX + this.#limit.scope,
        storeClient: client,
        // A flood is refused without asking again. One more than the limit, which a reward may still take back.
        inMemoryBlockOnConsumed: this.#limit.max + 1,
      });
      return command(this.#shared);
    });
  }
}
