import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: Shutdown;
  }
}

export interface ShutdownTimes {
  /** From "not ready" to the end of accepting: a proxy notices meanwhile, and sends nothing more. */
  delayMs: number;
  /** How long requests in flight may take from there. */
  drainMs: number;
}

export interface Shutdown {
  /** This process is not ready any more, and still answers. */
  readonly hasBegun: boolean;
  /** Called when the server stops accepting: whoever keeps an answer open without an end ends it. */
  onDrain(end: () => void): void;
  /** Resolves when every connection is closed. Closing the app itself is left to the caller. */
  run(times: ShutdownTimes): Promise<void>;
}

/**
 * Ends a server without cutting a request: not ready, then no new connections, then closed once all is answered. Fastify
 * alone would refuse further requests on open connections, or cut them all, as soon as it is closed.
 */
export function addShutdown(app: FastifyInstance, log: Log): void {
  const connections = new Connections(app.server);
  const drainListeners: (() => void)[] = [];
  let hasBegun = false;

  async function drain(drainMs: number): Promise<void> {
    const drained = connections.drain(drainMs);
    for (const end of drainListeners) end();
    const cut = await drained;
    if (cut.connections > 0) log.warn('shutdown closed connections that were still in use', cut);
  }

  app.decorate('shutdown', {
    get hasBegun() {
      return hasBegun;
    },
    onDrain: (end) => void drainListeners.push(end),
    async run({ delayMs, drainMs }) {
      hasBegun = true;
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
      await drain(drainMs);
    },
  });
  // Closed without a shutdown, as tests do: nothing is waited for.
  app.addHook('preClose', () => drain(0));
  app.addHook('onSend', (request, reply, _payload, next) => {
    // To close while somebody still sends would reset the connection, and our answer might be lost.
    if (hasBegun && request.raw.complete) reply.header('connection', 'close');
    next();
  });
}

/** The connections of a server, and which of them are in use. */
class Connections {
  readonly #server: HttpServer;
  readonly #sockets = new Set<Socket>();
  readonly #unanswered = new Set<ServerResponse>();
  #isDraining = false;

  constructor(server: HttpServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (request, response) => {
      this.#unanswered.add(response);
      response.once('close', () => {
        this.#unanswered.delete(response);
        this.#closeUnused();
      });
      // An answer may come before the end of its request.
      request.once('close', () => this.#closeUnused());
    });
  }

  /** Accepts no more and waits so long until all is answered; says what was cut then. */
  async drain(withinMs: number): Promise<{ requests: number; connections: number }> {
    const timeout = new AbortController();
    const closed = once(this.#server, 'close').then(() => timeout.abort());
    // Only that of the listening socket: the server's own would close what is idle in this moment.
    NetServer.prototype.close.call(this.#server);
    // What has arrived and is not read yet is a request in flight too.
    await nextTurn();
    this.#isDraining = true;
    this.#closeUnused();
    await sleep(withinMs, undefined, { signal: timeout.signal }).catch(() => {});
    const left = [...this.#sockets].filter((socket) => !socket.destroyed);
    const cut = { requests: this.#unanswered.size, connections: left.length };
    for (const socket of left) socket.destroy();
    await closed;
    return cut;
  }

  /** While one request is in flight, others may come on connections that are open: a proxy may not know yet. */
  #closeUnused(): void {
    if (!this.#isDraining || this.#unanswered.size > 0) return;
    this.#server.closeIdleConnections();
    // Browsers open some in advance; to Node they are not idle before their first request.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
