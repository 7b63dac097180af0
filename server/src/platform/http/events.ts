import type { FastifyInstance } from 'fastify';
import type { Realtime } from '../realtime/index.ts';
import { callerOf, type CallSettings } from './calls.ts';

const KEEP_ALIVE_MS = 25_000;

/** `GET /api/events`: server-sent events for the signed-in user. An event says what changed, not how. */
export function mountEvents(app: FastifyInstance, realtime: Realtime, settings: CallSettings): void {
  const open = new Set<() => void>();
  app.get('/api/events', async (request, reply) => {
    const known = await callerOf(request, {}, settings);
    if (!known) return reply.code(401).send({ status: 401, message: '', data: null });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 3000\n\n');
    const unsubscribe = realtime.subscribe(known.caller.userId, {
      changed: (event) => void raw.write(`data: ${JSON.stringify(event)}\n\n`),
      missed: () => void raw.write('event: missed\ndata: {}\n\n'),
    });
    const timer = setInterval(() => void raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    const end = () => {
      clearInterval(timer);
      unsubscribe();
      open.delete(end);
      raw.end();
    };
    open.add(end);
    request.raw.on('close', end);
    return reply;
  });
  app.addHook('preClose', (next) => {
    for (const end of open) end();
    next();
  });
}
