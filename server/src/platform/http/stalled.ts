import type { FastifyInstance } from 'fastify';

const STALLED_AFTER_MS = 20_000;

/**
 * Ends a connection whose request has a body that stops arriving. The time of the whole request is minutes, for slow
 * phones; a sender who sends nothing at all would hold a place for as long.
 */
export function endStalledBodies(app: FastifyInstance, afterMs = STALLED_AFTER_MS): void {
  app.addHook('onRequest', ({ raw }, _reply, next) => {
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      // Without a listener Node ends the connection when the time is over.
      raw.socket.setTimeout(afterMs);
      // The handler may take longer.
      raw.once('end', () => raw.socket.setTimeout(0));
    }
    next();
  });
}
