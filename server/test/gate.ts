import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a database, which a test can close in two ways; open, it lets pass whoever comes from then on. */
export interface Gate {
  url: string;
  /** Another login of the same database, the same way. */
  through(url: string): string;
  turnedAway: number;
  /** Whoever is on it is thrown off, whoever comes is turned away. */
  bar(): void;
  /** Nothing is refused, and nothing arrives: who is on it, or comes, never hears again. The database learns when it opens. */
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
