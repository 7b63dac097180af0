import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../test/wait.ts';
import { silentLog } from '../log.ts';
import { createApp } from './app.ts';

const PATIENT = { delayMs: 0, drainMs: 60_000 };

let app: FastifyInstance;
let agent: Agent;
let port: number;
let warnings: unknown[];
let begun: number;
let letAnswer: () => void;

beforeEach(async () => {
  warnings = [];
  begun = 0;
  agent = new Agent({ keepAlive: true });
  app = await createApp({
    log: { ...silentLog, warn: (message, fields) => void warnings.push([message, fields]) },
    countRequest: async () => undefined,
    trustProxy: false,
    secure: false,
    contentSecurityPolicy: {},
  });
  const answered = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  app.get('/quick', async () => ({ quick: true }));
  app.get('/at-once', () => ({ atOnce: true }));
  app.get('/slow', async () => {
    begun += 1;
    await answered;
    return { slow: true };
  });
  app.post('/refusing', (_request, reply) => reply.code(403).send({ refused: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(async () => {
  letAnswer();
  agent.destroy();
  await app.close();
});

interface Answer {
  status: number | undefined;
  connection: string | undefined;
  body: string;
}

async function get(path: string): Promise<Answer> {
  const [answer] = (await once(request({ port, path, agent }).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, connection: answer.headers.connection, body: await text(answer) };
}

async function openSocket(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const isOver = (promise: Promise<unknown>) => {
  const state = { over: false };
  void promise.then(() => (state.over = true));
  return () => state.over;
};

test('a request in flight is answered before the server is closed, and nobody new is let in', async () => {
  const slow = get('/slow');
  await waitFor('the request to arrive', () => begun === 1);
  const shutdown = app.shutdown.run(PATIENT);
  const isShutDown = isOver(shutdown);
  expect(app.shutdown.hasBegun).toBe(true);
  await waitFor('the port to be closed', () => !app.server.listening);
  await expect(openSocket()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(isShutDown()).toBe(false);
  letAnswer();
  expect(await slow).toEqual({ status: 200, connection: 'close', body: '{"slow":true}' });
  await shutdown;
  expect(warnings).toEqual([]);
});

test('a further request on an open connection is answered, and its connection closed', async () => {
  // Three connections are made before, and two of them are idle then.
  await Promise.all([get('/quick'), get('/quick'), get('/quick')]);
  const slow = get('/slow');
  await waitFor('the request to arrive', () => begun === 1);
  const shutdown = app.shutdown.run(PATIENT);
  await waitFor('the port to be closed', () => !app.server.listening);
  for (const path of ['/quick', '/quick'])
    expect(await get(path)).toEqual({ status: 200, connection: 'close', body: '{"quick":true}' });
  letAnswer();
  expect((await slow).status).toBe(200);
  await shutdown;
});

test('serves everybody until the proxy had its time, and asks for new connections', async () => {
  expect((await get('/quick')).connection).toBe('keep-alive');
  void app.shutdown.run({ delayMs: 60_000, drainMs: 0 });
  for (const path of ['/quick', '/at-once'])
    expect(await get(path)).toMatchObject({ status: 200, connection: 'close' });
});

test('with nothing in flight it ends at once, whatever browsers keep open', async () => {
  await get('/quick');
  const unused = await openSocket();
  const ended = once(unused, 'close');
  await app.shutdown.run(PATIENT);
  await ended;
  expect(warnings).toEqual([]);
});

test('a request of which only a part has come is waited for', async () => {
  const socket = await openSocket();
  socket.write('GET /quick HTTP/1.1\r\nHost: fws\r\n');
  const slow = get('/slow');
  await waitFor('the other request to arrive', () => begun === 1);
  const shutdown = app.shutdown.run(PATIENT);
  letAnswer();
  await slow;
  const answer = text(socket);
  socket.write('\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*connection: close[\s\S]*\{"quick":true\}$/);
  await shutdown;
});

test('whoever still sends is not reset by an early answer', async () => {
  const socket = await openSocket();
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const slow = get('/slow');
  await waitFor('the other request to arrive', () => begun === 1);
  const shutdown = app.shutdown.run(PATIENT);
  const isShutDown = isOver(shutdown);
  const head = ['POST /refusing HTTP/1.1', 'Host: fws', 'Content-Type: text/x', 'Content-Length: 9'];
  socket.write(`${head.join('\r\n')}\r\n\r\nhalf`);
  await waitFor('the refusal', () => answer.length > 0);
  expect(answer).not.toMatch(/connection: close/i);
  letAnswer();
  expect((await slow).status).toBe(200);
  await get('/quick').catch(() => undefined);
  expect(isShutDown()).toBe(false);
  socket.write('whole');
  await shutdown;
  expect(warnings).toEqual([]);
});

test('what is not answered in time is closed and counted', async () => {
  const slow = get('/slow').catch((error: NodeJS.ErrnoException) => error.code);
  await waitFor('the request to arrive', () => begun === 1);
  await app.shutdown.run({ delayMs: 0, drainMs: 50 });
  expect(await slow).toBe('ECONNRESET');
  expect(warnings).toEqual([
    ['shutdown closed connections that were still in use', { requests: 1, connections: 1 }],
  ]);
});

test('a close without a shutdown waits for nobody', async () => {
  const slow = get('/slow').catch((error: NodeJS.ErrnoException) => error.code);
  await waitFor('the request to arrive', () => begun === 1);
  await app.close();
  expect(await slow).toBe('ECONNRESET');
});
