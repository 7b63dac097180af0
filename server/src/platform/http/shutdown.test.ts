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
let startedRequests: number;
let letAnswer: () => void;

beforeEach(async () => {
  warnings = [];
  startedRequests = 0;
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
    startedRequests += 1;
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

const trackCompletion = (promise: Promise<unknown>) => {
  const state = { over: false };
  void promise.then(() => (state.over = true));
  return () => state.over;
};

test('answers a request in flight before it closes the server, and accepts no new connections', async () => {
  const slow = get('/slow');
  await waitFor('the request to arrive', () => startedRequests === 1);
  const shutdown = app.shutdown.run(PATIENT);
  const isShutDown = trackCompletion(shutdown);
  expect(app.shutdown.hasBegun).toBe(true);
  await waitFor('the port to be closed', () => !app.server.listening);
  await expect(openSocket()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(isShutDown()).toBe(false);
  letAnswer();
  expect(await slow).toEqual({ status: 200, connection: 'close', body: '{"slow":true}' });
  await shutdown;
  expect(warnings).toEqual([]);
});

test('answers a further request on an open connection and closes that connection', async () => {
  // Opens three connections first; two of them are idle afterwards.
  await Promise.all([get('/quick'), get('/quick'), get('/quick')]);
  const slow = get('/slow');
  await waitFor('the request to arrive', () => startedRequests === 1);
  const shutdown = app.shutdown.run(PATIENT);
  await waitFor('the port to be closed', () => !app.server.listening);
  for (const path of ['/quick', '/quick'])
    expect(await get(path)).toEqual({ status: 200, connection: 'close', body: '{"quick":true}' });
  letAnswer();
  expect((await slow).status).toBe(200);
  await shutdown;
});

test('keeps answering during the proxy’s delay and asks for new connections', async () => {
  expect((await get('/quick')).connection).toBe('keep-alive');
  void app.shutdown.run({ delayMs: 60_000, drainMs: 0 });
  for (const path of ['/quick', '/at-once'])
    expect(await get(path)).toMatchObject({ status: 200, connection: 'close' });
});

test('ends immediately without requests in flight, regardless of idle connections', async () => {
  await get('/quick');
  const unused = await openSocket();
  const ended = once(unused, 'close');
  await app.shutdown.run(PATIENT);
  await ended;
  expect(warnings).toEqual([]);
});

test('waits for a request of which only a part has arrived', async () => {
  const socket = await openSocket();
  socket.write('GET /quick HTTP/1.1\r\nHost: fws\r\n');
  const slow = get('/slow');
  await waitFor('the other request to arrive', () => startedRequests === 1);
  const shutdown = app.shutdown.run(PATIENT);
  letAnswer();
  await slow;
  const answer = text(socket);
  socket.write('\r\n');
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*connection: close[\s\S]*\{"quick":true\}$/);
  await shutdown;
});

test('does not reset a sender by an early answer', async () => {
  const socket = await openSocket();
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const slow = get('/slow');
  await waitFor('the other request to arrive', () => startedRequests === 1);
  const shutdown = app.shutdown.run(PATIENT);
  const isShutDown = trackCompletion(shutdown);
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

test('closes and counts connections that are not answered in time', async () => {
  const slow = get('/slow').catch((error: NodeJS.ErrnoException) => error.code);
  await waitFor('the request to arrive', () => startedRequests === 1);
  await app.shutdown.run({ delayMs: 0, drainMs: 50 });
  expect(await slow).toBe('ECONNRESET');
  expect(warnings).toEqual([
    ['shutdown closed connections that were still in use', { requests: 1, connections: 1 }],
  ]);
});

test('a close without a shutdown waits for no request', async () => {
  const slow = get('/slow').catch((error: NodeJS.ErrnoException) => error.code);
  await waitFor('the request to arrive', () => startedRequests === 1);
  await app.close();
  expect(await slow).toBe('ECONNRESET');
});
