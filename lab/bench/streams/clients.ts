import { connect, type Socket } from 'node:net';
import { buildToken } from './data.ts';

// A process of clients that each keep one event stream open and only listen.

export interface ClientsSpec {
  port: number;
  /** The numbers of the users, of whom each has a stream. */
  users: { first: number; count: number };
}

const AT_ONCE = 100;
/** Fewer than the ports that a system gives to one address. */
const STREAMS_AN_ADDRESS = 10_000;

let openCount = 0;

/** Resolves when the first part of the stream has arrived. */
function openStream(port: number, user: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${1 + Math.floor(user / STREAMS_AN_ADDRESS)}`;
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (!text.startsWith('HTTP/1.1 200')) {
        reject(new Error(`user ${user} was answered ${text.slice(0, 40)}`));
        return;
      }
      openCount += 1;
      socket.on('close', () => (openCount -= 1));
      socket.on('error', () => {});
      socket.resume();
      resolve(socket);
    });
    // What a browser sends.
    socket.write(
      [
        'GET /api/events HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Connection: keep-alive',
        'Accept: text/event-stream',
        'Cache-Control: no-cache',
        'User-Agent: Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
        'Sec-Fetch-Site: same-origin',
        'Sec-Fetch-Mode: cors',
        'Sec-Fetch-Dest: empty',
        'Referer: https://fws.example/',
        'Accept-Encoding: gzip, deflate, br',
        'Accept-Language: en-IN,en;q=0.9',
        `Authorization: Bearer ${buildToken(user)}`,
        '\r\n',
      ].join('\r\n'),
    );
  });
}

async function openStreams({ port, users }: ClientsSpec): Promise<void> {
  let opened = 0;
  const openSome = async () => {
    while (opened < users.count) await openStream(port, users.first + opened++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
}

process.on('message', (message: ClientsSpec | 'count') => {
  if (message === 'count') process.send?.(openCount);
  else
    openStreams(message).then(
      () => process.send?.(openCount),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
});
process.once('disconnect', () => process.exit());
