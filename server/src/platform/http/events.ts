import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Realtime } from '../realtime/index.ts';
import type { Caller } from '../caller.ts';
import { findCaller, getRequestLanguage } from './caller.ts';
import type { CallSettings } from './calls.ts';
import { sendRefusal } from './errors.ts';

const KEEP_ALIVE_MS = 25_000;

interface OpenStream {
  sessionId: number;
  end: () => void;
  /** Ends it because a newer stream takes its place. */
  replace: () => void;
}

/** Limits the streams per session. The newest belongs to the tab that was just opened. */
class OpenStreams {
  readonly #maximum: number;
  readonly #bySession = new Map<number, Set<OpenStream>>();
  #isOver = false;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add(stream: OpenStream): void {
    const streams = this.#bySession.get(stream.sessionId) ?? new Set();
    this.#bySession.set(stream.sessionId, streams.add(stream));
    for (const oldest of [...streams].slice(0, -this.#maximum)) oldest.replace();
    if (this.#isOver) stream.end();
  }

  /** False when it had been removed already. */
  remove(stream: OpenStream): boolean {
    const streams = this.#bySession.get(stream.sessionId);
    const wasOpen = streams?.delete(stream) ?? false;
    if (streams?.size === 0) this.#bySession.delete(stream.sessionId);
    return wasOpen;
  }

  /** Ends every stream, and each later one immediately: its browser reconnects to another process. */
  endAll(): void {
    this.#isOver = true;
    for (const streams of this.#bySession.values()) for (const stream of streams) stream.end();
  }
}

/**
 * `GET /api/events`: server-sent events for the signed-in user. An event says what changed, without content. A stream
 * ends as soon as its session does: every identity event triggers a new check of the session.
 */
export function mountEvents(
  app: FastifyInstance,
  realtime: Realtime,
  { streamsPerSession, ...settings }: CallSettings & { streamsPerSession: number },
): void {
  const openStreams = new OpenStreams(streamsPerSession);
  const findRequestCaller = async (request: FastifyRequest): Promise<Caller | null> =>
    (await findCaller(request, {}, settings))?.caller ?? null;

  app.get('/api/events', async (request, reply) => {
    const caller = await findRequestCaller(request);
    if (!caller)
      return sendRefusal(
        reply,
        { kind: 'unauthenticated', code: 'common.login_required' },
        getRequestLanguage(request),
      );
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 3000\n\n');
    const endIfOver = async (): Promise<void> => {
      // While the database is unreachable the caller is unknown; the browser reconnects by itself.
      const currentCaller = await findRequestCaller(request).catch(() => null);
      if (currentCaller?.userId !== caller.userId) end();
    };
    const unsubscribe = [caller.userId, ...(caller.impersonation ? [caller.impersonation.adminId] : [])].map(
      (userId) =>
        realtime.subscribe(userId, {
          onChange: (event) => {
            // Send the event before the check: it tells the app to load the current user again.
            if (userId === caller.userId) raw.write(`data: ${JSON.stringify(event)}\n\n`);
            if (event.topic === 'identity') void endIfOver();
          },
          onMissed: () => {
            if (userId === caller.userId) raw.write('event: missed\ndata: {}\n\n');
            void endIfOver();
          },
        }),
    );
    const timer = setInterval(() => void raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    const impersonationTimer = caller.impersonation && setInterval(() => void endIfOver(), KEEP_ALIVE_MS);
    const end = () => {
      // Called twice: when we end the stream, and again when its connection closes.
      if (!openStreams.remove(stream)) return;
      clearInterval(timer);
      clearInterval(impersonationTimer);
      for (const stop of unsubscribe) stop();
      raw.end();
    };
    const stream: OpenStream = {
      sessionId: caller.sessionId,
      end,
      replace: () => {
        // The app then waits until its tab is visible again, instead of replacing another stream.
        raw.write('event: replaced\ndata: {}\n\n');
        end();
      },
    };
    openStreams.add(stream);
    request.raw.on('close', end);
    // The session may have ended between the first check and the subscription.
    await endIfOver();
    return reply;
  });
  app.shutdown.onDrain(() => openStreams.endAll());
}
