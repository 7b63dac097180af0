import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const STALLED_AFTER_MS = 20_000;

/**
 * Ends a connection whose request has a body that stops arriving. The time of the whole request is minutes, for slow
 * phones; a sender who sends nothing at all would hold a place for as long.
 */
export function endStalledBodies(app: FastifyInstance, afterMs = STALLED_AFTER_MS): void {
  app.server.on('request', (message: FastifyRequest['raw'], response: FastifyReply['raw']) => {
    const { headers, socket } = message;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    // Without a listener Node ends the connection when the time is over.
    socket.setTimeout(afterMs);
    // The handler may take longer. After its answer the timeout is that of an idle connection.
    message.once('end', () => {
      if (!response.writableEnded) socket.setTimeout(0);
    });
  });
}
