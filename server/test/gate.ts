import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a database, which a test can bar: whoever is on it is thrown off, whoever comes is turned away. */
export interface Gate {
  url: string;
  turnedAway: number;
  bar(): void;
  open(): void;
  close(): Promise<void>;
}

export async function startGate(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isBarred = false;
  const server = createServer((from) => {
    if (isBarred) {
      gate.turnedAway += 1;
      from.destroy();
      return;
    }
    const to = connect(Number(target.port), target.hostname);
    join(from, to);
    join(to, from);
  });

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gate: Gate = {
    url: url.href,
    turnedAway: 0,
    bar() {
      isBarred = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    open() {
      isBarred = false;
    },
    close() {
      gate.bar();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gate;
}
