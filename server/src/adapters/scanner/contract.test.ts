import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox, type RunningSandbox } from '@fws/sandbox/main';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ScannerAddress } from '../../config/scanner.ts';
import { createClamdScanner } from './clamd.ts';

const EICAR = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-`, 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const adapters = [
  {
    name: 'clamd',
    connect: (address: ScannerAddress, answerWithinMs?: number) =>
      createClamdScanner(address, answerWithinMs),
  },
];

describe.each(adapters)('FileScanner by $name', ({ connect }) => {
  let sandbox: RunningSandbox;
  let standIn: Server | undefined;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  });
  afterEach(() => void standIn?.close());
  afterAll(() => sandbox.close());

  const toSandbox = () => connect({ host: 'localhost', port: sandbox.scannerPort });

  /** A server other than the sandbox. */
  async function listen(answer: (socket: Socket) => void, listenAt: string | number = 0): Promise<number> {
    standIn = createServer((socket) => {
      socket.on('error', () => undefined);
      answer(socket);
    }).listen(listenAt);
    await once(standIn, 'listening');
    const address = standIn.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  test('finds nothing in clean content of any length', async () => {
    expect(await toSandbox().scan(Buffer.from('a clean file'))).toEqual({ infected: false });
    expect(await toSandbox().scan(Buffer.alloc(10_000_000, 'x'))).toEqual({ infected: false });
    expect(await toSandbox().scan(Buffer.alloc(0))).toEqual({ infected: false });
  });

  test('finds a signature at any position', async () => {
    const infected = Buffer.concat([Buffer.alloc(65_500, 'x'), Buffer.from(EICAR), Buffer.alloc(100_000)]);
    expect(await toSandbox().scan(infected)).toEqual({ infected: true, signature: 'Eicar-Test-Signature' });
  });

  test('answers many requests at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => toSandbox().scan(Buffer.from(n % 2 ? EICAR : 'clean'))),
    );
    expect(results.map(({ infected }) => infected)).toEqual(
      Array.from({ length: 20 }, (_, n) => n % 2 === 1),
    );
  });

  test('connects through a local socket', async () => {
    const socketPath = path.join(tmpdir(), `fws-clamd-${process.pid}.ctl`);
    await listen((socket) => {
      socket.resume();
      socket.end('stream: OK\0');
    }, socketPath);
    expect(await connect({ path: socketPath }).scan(Buffer.from('x'))).toEqual({ infected: false });
    await rm(socketPath, { force: true });
  });

  test('reports content that exceeds the scanner’s limit as an error', async () => {
    await expect(toSandbox().scan(Buffer.alloc(30_000_000))).rejects.toMatchObject({ name: 'ProviderError' });
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['reads nothing', (socket) => void socket.pause()],
    ['hangs up', (socket) => void socket.destroy()],
    ['ends without an answer', (socket) => void socket.resume().end()],
    ['answers an error', (socket) => void socket.resume().end('INSTREAM: Can’t allocate memory ERROR\0')],
    ['answers something else', (socket) => void socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['never stops answering', (socket) => void socket.resume().write('stream: '.repeat(100_000))],
  ])('a scanner that %s gives an error quickly', async (_, answer) => {
    const port = await listen(answer);
    const scan = connect({ host: '127.0.0.1', port }, 200).scan(Buffer.alloc(8_000_000));
    await expect(scan).rejects.toMatchObject({ name: 'ProviderError' });
  });

  test('returns an error when nothing listens', async () => {
    await expect(connect({ host: '127.0.0.1', port: 1 }).scan(Buffer.from('x'))).rejects.toMatchObject({
      name: 'ProviderError',
      outcome: 'unknown',
    });
  });
});
