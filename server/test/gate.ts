import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy before a database. A test can make it refuse or stall connections; `open` serves new ones again. */
export interface Gate {
  url: string;
  /** Rewrites the URL of another login of the same database to go through the gate. */
  through(url: string): string;
  turnedAway: number;
  /** Resets all connections and refuses new ones. */
  bar(): void;
  /** Accepts connections but passes nothing on, for old and new ones. The database notices when the gate opens. */
  swallow(): void;
  open(): void;
  close(): Promise<void>;
}

export async function startGate(databaseUrl: string, onClient?: (client: Socket) => void): Promise<Gate> {
  const target = new URL(databaseUrl);
  const near = new Set<Socket>();
  const far = new Set<Socket>();
  const lost = new Set<Socket>();
  let state: 'open' | 'barred' | 'silent' = 'open';
  const server = createServer((from) => {
    if (state === 'barred') {
      gate.turnedAway += 1;
      from.destroy();
      return;
    }
    keep(near, from);
    onClient?.(from);
    if (state === 'silent') return void from.resume();
    const to = connect(Number(target.port), target.hostname);
    keep(far, to);
    join(from, to);
    join(to, from);
  });

  function keep(among: Set<Socket>, socket: Socket): void {
    among.add(socket);
    socket.on('error', () => {}).on('close', () => among.delete(socket));
  }

  function join(from: Socket, to: Socket): void {
    from.on('close', () => {
      if (!lost.has(to)) to.destroy();
    });
    from.pipe(to);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = (text: string) => {
    const url = new URL(text);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return url.href;
  };
  const gate: Gate = {
    url: through(databaseUrl),
    through,
    turnedAway: 0,
    bar() {
      state = 'barred';
      for (const socket of [...near, ...far]) socket.resetAndDestroy();
    },
    swallow() {
      state = 'silent';
      for (const socket of [...near, ...far]) {
        lost.add(socket);
        socket.unpipe().resume();
      }
    },
    open() {
      state = 'open';
      for (const socket of far) if (lost.has(socket)) socket.destroy();
    },
    close() {
      gate.bar();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gate;
}
