import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy before a database. A test can make it refuse or stall connections; `open` serves new ones again. */
export interface Gate {
  url: string;
  /** Rewrites the URL of another login of the same database to go through the gate. */
  rewriteUrl(url: string): string;
  rejectedCount: number;
  /** Resets all connections and refuses new ones. */
  block(): void;
  /** Accepts connections but passes nothing on, for old and new ones. The database notices when the gate opens. */
  stall(): void;
  open(): void;
  close(): Promise<void>;
}

export async function startGate(databaseUrl: string, onClient?: (client: Socket) => void): Promise<Gate> {
  const target = new URL(databaseUrl);
  const clientSockets = new Set<Socket>();
  const serverSockets = new Set<Socket>();
  const stalledSockets = new Set<Socket>();
  let state: 'open' | 'barred' | 'silent' = 'open';
  const server = createServer((client) => {
    if (state === 'barred') {
      gate.rejectedCount += 1;
      client.destroy();
      return;
    }
    trackSocket(clientSockets, client);
    onClient?.(client);
    if (state === 'silent') return void client.resume();
    const upstream = connect(Number(target.port), target.hostname);
    trackSocket(serverSockets, upstream);
    pipeSockets(client, upstream);
    pipeSockets(upstream, client);
  });

  function trackSocket(sockets: Set<Socket>, socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }

  function pipeSockets(from: Socket, to: Socket): void {
    from.on('close', () => {
      if (!stalledSockets.has(to)) to.destroy();
    });
    from.pipe(to);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rewriteUrl = (text: string) => {
    const url = new URL(text);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return url.href;
  };
  const gate: Gate = {
    url: rewriteUrl(databaseUrl),
    rewriteUrl,
    rejectedCount: 0,
    block() {
      state = 'barred';
      for (const socket of [...clientSockets, ...serverSockets]) socket.resetAndDestroy();
    },
    stall() {
      state = 'silent';
      for (const socket of [...clientSockets, ...serverSockets]) {
        stalledSockets.add(socket);
        socket.unpipe().resume();
      }
    },
    open() {
      state = 'open';
      for (const socket of serverSockets) if (stalledSockets.has(socket)) socket.destroy();
    },
    close() {
      gate.block();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gate;
}
