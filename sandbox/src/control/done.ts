import type { FastifyReply, FastifyRequest } from 'fastify';

/** Redirects a button back to its page; a test gets JSON. */
export function sendDone(request: FastifyRequest, reply: FastifyReply, page = '/') {
  const fromPage = request.headers.accept?.includes('text/html') ?? false;
  return fromPage ? reply.redirect(page, 303) : reply.send({ done: true });
}
