import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Realtime } from '../realtime/index.ts';
import type { Caller } from './auth.ts';
import { callerOf, type CallSettings } from './calls.ts';

const KEEP_ALIVE_MS = 25_000;

/**
 * `GET /api/events`: server-sent events for the signed-in user. An event says what changed, not how. It ends as soon as
 * its session does: whatever is said of an identity makes us ask again whose stream it is.
 */
export function mountEvents(app: FastifyInstance, realtime: Realtime, settings: CallSettings): void {
  const open = new Set<() => void>();
  const whose = async (request: FastifyRequest): Promise<Caller | null> =>
    (await callerOf(request, {}, settings))?.caller ?? null;

  app.get('/api/events', async (request, reply) => {
    const caller = await whose(request);
    if (!caller) return reply.code(401).send({ status: 401, message: '', data: null });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 3000\n\n');
    const endIfOver = async (): Promise<void> => {
      // Nobody is known while the database is out of reach; the browser comes back by itself.
      const now = await whose(request).catch(() => null);
      if (now?.userId !== caller.userId) end();
    };
    const unsubscribe = [caller.userId, ...(caller.look ? [caller.look.adminId] : [])].map((userId) =>
      realtime.subscribe(userId, {
        changed: (event) => {
          // Said first: the app learns from it that it has to ask who it is.
          if (userId === caller.userId) raw.write(`data: ${JSON.stringify(event)}\n\n`);
          if (event.topic === 'identity') void endIfOver();
        },
        missed: () => {
          if (userId === caller.userId) raw.write('event: missed\ndata: {}\n\n');
          void endIfOver();
        },
      }),
    );
    const timer = setInterval(() => void raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    const over = caller.look && setInterval(() => void endIfOver(), KEEP_ALIVE_MS);
    const end = () => {
      clearInterval(timer);
      clearInterval(over);
      for (const stop of unsubscribe) stop();
      open.delete(end);
      raw.end();
    };
    open.add(end);
    request.raw.on('close', end);
    // The session may have ended between the first question and the subscription.
    await endIfOver();
    return reply;
  });
  app.addHook('preClose', (next) => {
    for (const end of open) end();
    next();
  });
}
