import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Known, Listener, Realtime } from '../realtime/index.ts';
import type { AdminGuard, Authenticator } from '../caller.ts';
import { findCaller, getRequestLanguage, readImpersonationCookie, type KnownCaller } from './caller.ts';
import type { CallSettings } from './calls.ts';
import { sendRefusal } from './errors.ts';
import { Gauge } from 'prom-client';
import { processMetrics } from '../metrics.ts';
import { Rounds } from './rounds.ts';
import { beginStream, isContinued, type StreamResponse } from './stream-response.ts';

const KEEP_ALIVE_MS = 25_000;
/** How often each stream tells its browser to ask while events may be lost. */
const ASK_MS = 15_000;

interface StreamDeps {
  authenticator: Authenticator;
  adminGuard: AdminGuard;
  realtime: Realtime;
  openStreams: OpenStreams;
}

/** One open stream. A process has tens of thousands of them, so it keeps nothing that streams can share. */
class EventStream implements Listener {
  readonly sessionId: number;
  readonly #deps: StreamDeps;
  readonly #response: StreamResponse;
  readonly userId: number;
  readonly #token: string;
  readonly #impersonation: ImpersonationWatch | undefined;

  constructor(
    deps: StreamDeps,
    response: StreamResponse,
    { caller, token }: KnownCaller,
    impersonationToken: string | undefined,
  ) {
    this.#deps = deps;
    this.#response = response;
    this.sessionId = caller.sessionId;
    this.userId = caller.userId;
    this.#token = token;
    this.#impersonation =
      caller.impersonation && impersonationToken !== undefined
        ? new ImpersonationWatch(this, caller.impersonation.adminId, impersonationToken)
        : undefined;
  }

  open(known: Known | undefined): void {
    const { realtime, openStreams } = this.#deps;
    this.#response.write('retry: 3000\n\n');
    realtime.subscribe(this.userId, this, known);
    if (this.#impersonation) realtime.subscribe(this.#impersonation.adminId, this.#impersonation);
    openStreams.add(this);
    this.#response.onLost(() => this.end());
  }

  onChange(event: Parameters<Listener['onChange']>[0]): void {
    // Send the event before the check: it tells the app to load the current user again.
    this.#response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (event.topic === 'identity') void this.endIfOver();
  }

  onMissed(): void {
    this.#response.write('event: missed\ndata: {}\n\n');
    void this.endIfOver();
  }

  keepAlive(): void {
    if (this.#deps.realtime.isLost()) return this.onMissed();
    this.#response.write('event: alive\ndata: {}\n\n');
    // Nothing announces that the time of an impersonation is over.
    if (this.#impersonation) void this.endIfOver();
  }

  async endIfOver(): Promise<void> {
    // While the database is unreachable the caller is unknown; the browser reconnects by itself.
    const userId = await this.#findUserId().catch(() => null);
    if (userId !== this.userId) this.end();
  }

  async #findUserId(): Promise<number | undefined> {
    const { authenticator, adminGuard } = this.#deps;
    const own = await authenticator.authenticate(this.#token);
    if (own?.scope !== 'full') return undefined;
    if (!this.#impersonation) return own.userId;
    return (await adminGuard.getImpersonatedUser(own, this.#impersonation.token))?.userId;
  }

  /** Ends it because a newer stream takes its place. */
  replace(): void {
    // The app then waits until its tab is visible again, instead of replacing another stream.
    this.#response.write('event: replaced\ndata: {}\n\n');
    this.end();
  }

  end(): void {
    const { realtime, openStreams } = this.#deps;
    if (!openStreams.remove(this)) return;
    realtime.unsubscribe(this.userId, this);
    if (this.#impersonation) realtime.unsubscribe(this.#impersonation.adminId, this.#impersonation);
    this.#response.end();
  }
}

/** Watches the session of an admin who impersonates. */
class ImpersonationWatch implements Listener {
  readonly #stream: EventStream;
  readonly adminId: number;
  readonly token: string;

  constructor(stream: EventStream, adminId: number, token: string) {
    this.#stream = stream;
    this.adminId = adminId;
    this.token = token;
  }

  onChange({ topic }: Parameters<Listener['onChange']>[0]): void {
    if (topic === 'identity') void this.#stream.endIfOver();
  }

  onMissed(): void {
    void this.#stream.endIfOver();
  }
}

const openStreamCount = new Gauge({
  name: 'fws_event_streams',
  help: 'Event streams that are open in this process',
  registers: [processMetrics],
});

interface StreamLimits {
  streamsPerSession: number;
  /** Of all sessions of a user together. */
  streamsPerUser: number;
}

/** Limits the streams of each session and each user. The newest belongs to the tab that was just opened. */
class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #byUser = new Map<number, Set<EventStream>>();
  readonly #rounds: Rounds<EventStream>;
  #isOver = false;

  constructor(limits: StreamLimits, realtime: Realtime) {
    this.#limits = limits;
    const times = {
      tickMs: 100,
      get periodMs() {
        return realtime.isLost() ? ASK_MS : KEEP_ALIVE_MS;
      },
    };
    this.#rounds = new Rounds(times, (stream) => stream.keepAlive());
  }

  add(stream: EventStream): void {
    const streams = this.#byUser.get(stream.userId) ?? new Set();
    this.#byUser.set(stream.userId, streams.add(stream));
    this.#rounds.add(stream);
    openStreamCount.inc();
    const ofSession = [...streams].filter(({ sessionId }) => sessionId === stream.sessionId);
    for (const oldest of ofSession.slice(0, -this.#limits.streamsPerSession)) oldest.replace();
    for (const oldest of [...streams].slice(0, -this.#limits.streamsPerUser)) oldest.replace();
    if (this.#isOver) stream.end();
  }

  /** False when it had been removed already. */
  remove(stream: EventStream): boolean {
    this.#rounds.delete(stream);
    const streams = this.#byUser.get(stream.userId);
    const wasOpen = streams?.delete(stream) ?? false;
    if (wasOpen) openStreamCount.dec();
    if (streams?.size === 0) this.#byUser.delete(stream.userId);
    return wasOpen;
  }

  /** Ends every stream, and each later one immediately: its browser reconnects to another process. */
  endAll(): void {
    this.#isOver = true;
    for (const streams of this.#byUser.values()) for (const stream of streams) stream.end();
  }
}

/** The page says in the address what it shows: `age` in milliseconds, and the `event` that it received last. */
function readKnown({ query }: FastifyRequest): Known | undefined {
  const { age, event } = query as Record<string, unknown>;
  if (!isNumber(age)) return undefined;
  return { ageMs: Number(age), eventId: isNumber(event) ? event : undefined };
}

const isNumber = (text: unknown): text is string => typeof text === 'string' && /^\d{1,19}$/.test(text);

/**
 * `GET /api/events`: server-sent events for the signed-in user. An event says what changed, without content. A stream
 * ends as soon as its session does: every identity event triggers a new check of the session.
 */
export function mountEvents(
  app: FastifyInstance,
  realtime: Realtime,
  { streamsPerSession, streamsPerUser, ...settings }: CallSettings & StreamLimits,
): void {
  const { authenticator, adminGuard } = settings;
  const openStreams = new OpenStreams({ streamsPerSession, streamsPerUser }, realtime);
  const deps: StreamDeps = { authenticator, adminGuard, realtime, openStreams };

  // Its answer would end up in the middle of the stream.
  app.addHook('onRequest', (request, _reply, next) => {
    if (isContinued(request.raw.socket)) request.raw.socket.destroy();
    else next();
  });

  app.get('/api/events', async (request, reply) => {
    const known = await findCaller(request, {}, settings);
    if (!known)
      return sendRefusal(
        reply,
        { kind: 'unauthenticated', code: 'common.login_required' },
        getRequestLanguage(request),
      );
    reply.hijack();
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    };
    const response = beginStream(reply.raw, headers, app.server.keepAliveTimeout);
    const stream = new EventStream(deps, response, known, readImpersonationCookie(request, settings.secure));
    stream.open(readKnown(request));
    // The session may have ended between the first check and the subscription.
    await stream.endIfOver();
    return reply;
  });
  app.shutdown.onDrain(() => openStreams.endAll());
}
