import { createHash } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TestRedis } from './redis-server.ts';

/**
 * Speaks as much of Redis's protocol (RESP3) as the product uses, for machines where Redis is not installed. It runs no
 * scripts: the only one that is sent counts requests.
 */
export async function startRedisStandIn(): Promise<TestRedis> {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const channels = new Map<string, Set<Socket>>();
  const scripts = new Set<string>();
  const sockets = new Set<Socket>();
  let isFrozen = false;
  /** What was received while it was frozen. */
  let waiting: (() => void)[] = [];

  function answer(socket: Socket, [name = '', ...args]: string[]): string {
    switch (name.toUpperCase()) {
      case 'HELLO':
        return '%1\r\n+proto\r\n:3\r\n';
      case 'PING':
        return '+PONG\r\n';
      case 'SUBSCRIBE': {
        const [channel = ''] = args;
        const listening = channels.get(channel) ?? new Set();
        channels.set(channel, listening.add(socket));
        return `>3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`;
      }
      case 'PUBLISH': {
        const [channel = '', text = ''] = args;
        const listening = [...(channels.get(channel) ?? [])];
        for (const each of listening) each.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`);
        return `:${listening.length}\r\n`;
      }
      case 'EVALSHA':
        return scripts.has(args[0] ?? '') ? count(args) : '-NOSCRIPT No matching script\r\n';
      case 'EVAL':
        scripts.add(
          createHash('sha1')
            .update(args[0] ?? '')
            .digest('hex'),
        );
        return count(args);
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  }

  function count([, , key = '', points, seconds]: string[]): string {
    const now = Date.now();
    const kept = counts.get(key);
    const entry = kept && kept.endsAt > now ? kept : { count: 0, endsAt: now + Number(seconds) * 1000 };
    counts.set(key, entry);
    entry.count += Number(points);
    return `*2\r\n:${entry.count}\r\n:${entry.endsAt - now}\r\n`;
  }

  function serve(socket: Socket): void {
    sockets.add(socket);
    let received = '';
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      for (const listening of channels.values()) listening.delete(socket);
    });
    const handle = (): void => {
      if (isFrozen) return void waiting.push(handle);
      for (let command = parse(received); command; command = parse(received)) {
        received = received.slice(command.length);
        socket.write(answer(socket, command.parts));
      }
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      handle();
    });
  }

  let server: Server | undefined;
  const listen = async (port: number) => {
    server = createServer(serve);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => (isFrozen = true),
    thaw() {
      isFrozen = false;
      const handlers = waiting;
      waiting = [];
      for (const handle of handlers) handle();
    },
    async stop() {
      redis.thaw();
      counts.clear();
      const closed = new Promise<void>((resolve) => server?.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: async () => void (await listen(port)),
    close: () => redis.stop(),
  };
  return redis;
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** The first command in the text, `*2\r\n$4\r\nPING\r\n…`; undefined while a part of it is missing. */
function parse(text: string): { parts: string[]; length: number } | undefined {
  const [head, size] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const parts: string[] = [];
  let length = head.length;
  for (let index = 0; index < Number(size); index += 1) {
    const [start, bytes] = /^\$(\d+)\r\n/.exec(text.slice(length, length + 20)) ?? [];
    if (start === undefined) return undefined;
    const from = length + start.length;
    length = from + Number(bytes) + 2;
    if (text.length < length) return undefined;
    parts.push(Buffer.from(text.slice(from, length - 2), 'latin1').toString());
  }
  return { parts, length };
}
