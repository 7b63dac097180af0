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
  /** From "not ready" to the end of accepting: the proxy notices in this time and sends no more requests. */
  delayMs: number;
  /** How long requests in flight may take afterwards. */
  drainMs: number;
}

export interface Shutdown {
  /** True while this process is no longer ready but still answers. */
  readonly hasBegun: boolean;
  /** Registers a callback for when the server stops accepting: owners of endless responses must end them. */
  onDrain(end: () => void): void;
  /** Resolves when every connection is closed. The caller must close the app itself. */
  run(times: ShutdownTimes): Promise<void>;
}

/**
 * Ends a server without cutting a request: first not ready, then no new connections, then closed once everything is
 * answered. Fastify alone would refuse further requests on open connections, or cut them all, as soon as it is closed.
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
  // A close without a shutdown, as in tests, waits for nothing.
  app.addHook('preClose', () => drain(0));
  app.addHook('onSend', (request, reply, _payload, next) => {
    // Closing while the client still sends would reset the connection, and our answer might be lost.
    if (hasBegun && request.raw.complete) reply.header('connection', 'close');
    next();
  });
}

/** Tracks the connections of a server and which of them are in use. */
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
      // The answer may end before its request does.
      request.once('close', () => this.#closeUnused());
    });
  }

  /** Stops accepting and waits up to `withinMs` until everything is answered; returns what it had to cut. */
  async drain(withinMs: number): Promise<{ requests: number; connections: number }> {
    const timeout = new AbortController();
    const closed = once(this.#server, 'close').then(() => timeout.abort());
    // Close the listening socket only: the HTTP server's own close() would also close the connections that are idle
    // now.
    NetServer.prototype.close.call(this.#server);
    // Data that has arrived but is not read yet is a request in flight too.
    await nextTurn();
    this.#isDraining = true;
    this.#closeUnused();
    await sleep(withinMs, undefined, { signal: timeout.signal }).catch(() => {});
    const remaining = [...this.#sockets].filter((socket) => !socket.destroyed);
    const cut = { requests: this.#unanswered.size, connections: remaining.length };
    for (const socket of remaining) socket.destroy();
    await closed;
    return cut;
  }

  /**
   * While one request is in flight, others may arrive on open connections: a proxy may not know of the shutdown yet.
   */
  #closeUnused(): void {
    if (!this.#isDraining || this.#unanswered.size > 0) return;
    this.#server.closeIdleConnections();
    // Browsers open connections in advance; Node does not count them as idle before their first request.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
