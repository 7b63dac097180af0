import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  findLatest,
  isLogPosition,
  NO_POSITION,
  PRIMARY_ONLY,
  type LogPosition,
} from '../db/replicas/index.ts';
import { trackWrites, type Written } from '../db/replicas/written.ts';
import { getClient } from './caller.ts';
import { getCookieName, getCookieOptions, POSITION_COOKIE } from './cookies.ts';

// Whoever has written something must read data that includes it. The position of the last commit goes out with the reply, in a
// cookie for browsers and in a header for others, and comes back with later requests. A forged position can only make a
// reader ask the primary, or see what everybody may see a moment ago.

const HEADER = 'x-fws-position';

/** By then, every replica in use has replayed what was written before: REPLICA_MAX_LAG_MS is less. */
const COOKIE_S = 60;

/** What the reads of a request must include. */
export function findNeededPosition(
  request: FastifyRequest,
  known: { byCookie: boolean } | null,
  secure: boolean,
): LogPosition {
  const sent = [request.headers[HEADER], request.cookies[getCookieName(secure, POSITION_COOKIE)]].filter(
    isLogPosition,
  );
  if (sent.length > 0) return findLatest(sent);
  // A browser without the cookie has written nothing lately. Of a client that knows no positions, nothing is known.
  return known && !known.byCookie ? PRIMARY_ONLY : NO_POSITION;
}

/** Sends the position of what a request has committed with its reply. */
export function sendPositions(app: FastifyInstance, secure: boolean): void {
  const writtenBy = new WeakMap<FastifyRequest, Written>();
  // Here, because what runs before the body has arrived does not pass this on to the handler.
  app.addHook('preHandler', (request, _reply, next) => {
    const written: Written = { position: null };
    writtenBy.set(request, written);
    trackWrites(written, next);
  });
  app.addHook('onSend', (request, reply, _payload, next) => {
    const position = writtenBy.get(request)?.position ?? null;
    if (position !== null) {
      // When the outcome is unknown, the cookie suffices: it ends by itself, and what a client remembers does not.
      if (position !== PRIMARY_ONLY) void reply.header(HEADER, position);
      if (getClient(request) !== null || request.headers.cookie !== undefined)
        void reply.setCookie(getCookieName(secure, POSITION_COOKIE), position, {
          ...getCookieOptions(secure),
          maxAge: COOKIE_S,
        });
    }
    next();
  });
}
