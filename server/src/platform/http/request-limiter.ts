import type { FastifyRequest } from 'fastify';

/** Counts requests: of all processes that share Redis, else of this one. */
export interface RequestLimiter {
  /**
   * Counts by address, before the caller is known. A call over the limit may be a signed-in user's, so it is refused
   * only by `admitToken`.
   */
  countRequest: (request: FastifyRequest) => Promise<void>;
  /**
   * Before a session is looked up. Tokens that were not valid in this process lately have a limit by address, so that
   * made-up ones cost few queries. Null: the request has no token.
   */
  admitToken: (request: FastifyRequest, token: string | null) => Promise<void>;
  /** After a token turned out to be of nobody. */
  refuseToken: (request: FastifyRequest, token: string) => void;
  /** Counts by user once the caller is known, in place of the address, once per request. */
  countUser: (request: FastifyRequest, userId: number) => Promise<void>;
}
