import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { appOptions, idleParts } from '../../../test/http-parts.ts';
import { waitFor } from '../../../test/wait.ts';
import type { Realtime } from '../realtime/index.ts';
import { createApp } from './app.ts';
import { mountEvents } from './events.ts';

let app: FastifyInstance;
let url: string;
let subscribed: number;
let subscriptions: number;
let isLost: boolean;
/** What the check of a session waits for. */
let mayAuthenticate: Promise<void>;
let isAuthenticating: boolean;
let isSlowRequestOpen: boolean;
let slowAnswer: Promise<void>;

beforeEach(async () => {
  subscribed = 0;
  subscriptions = 0;
  isLost = false;
  mayAuthenticate = Promise.resolve();
  isAuthenticating = false;
  isSlowRequestOpen = false;
  const realtime: Realtime = {
    subscribe: () => {
      subscribed += 1;
      subscriptions += 1;
    },
    unsubscribe: () => void (subscribed -= 1),
    isLost: () => isLost,
    close: async () => undefined,
  };
  app = await createApp(appOptions);
  mountEvents(app, realtime, {
    ...idleParts,
    authenticator: {
      ...idleParts.authenticator,
      // A token is the user's number and the session's: "7 1".
      authenticate: async (token) => {
        isAuthenticating = true;
        await mayAuthenticate;
        const [userId, sessionId] = token.split(' ').map(Number);
        if (userId === undefined || sessionId === undefined) return null;
        return { userId, sessionId, mobileVerified: true, scope: 'full', confirmedAt: null, provenAt: null };
      },
    },
    streamsPerSession: 5,
    streamsPerUser: 40,
  });
  app.get('/slow', async () => {
    isSlowRequestOpen = true;
    await slowAnswer;
    return { slow: true };
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

type OpenedStream = Awaited<ReturnType<typeof openStream>>;

/** Opens a stream and collects what arrives on it. */
async function openStream(token: string) {
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  const stream = { status: response.status, text: '', isOpen: true };
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk as Uint8Array).toString();
    stream.isOpen = false;
  })();
  return stream;
}

test('a sixth stream of a session replaces the oldest, which is notified', async () => {
  const streams: OpenedStream[] = [];
  for (let tab = 0; tab < 5; tab += 1) streams.push(await openStream('7 1'));
  const elsewhere = await openStream('7 2');
  await waitFor('six streams', () => subscribed === 6);
  expect(streams.every(({ isOpen }) => isOpen)).toBe(true);

  const newest = await openStream('7 1');
  const [oldest, ...others] = streams;
  await waitFor('the oldest to end', () => oldest?.isOpen === false);
  expect(oldest?.text).toContain('event: replaced\n');
  expect(
    [...others, newest, elsewhere].every(({ isOpen, text }) => isOpen && !text.includes('replaced')),
  ).toBe(true);
  expect(subscribed).toBe(6);
});

test('keeps five of 100 streams of a session open', async () => {
  const streams: OpenedStream[] = [];
  for (let tab = 0; tab < 100; tab += 1) streams.push(await openStream('7 1'));
  await waitFor('the others to end', () => streams.filter(({ isOpen }) => isOpen).length === 5);
  expect(streams.slice(-5).every(({ isOpen }) => isOpen)).toBe(true);
  expect(subscribed).toBe(5);
});

test('keeps forty streams of a user open, whatever the number of sessions, and leaves others alone', async () => {
  const other = await openStream('8 1');
  const streams: OpenedStream[] = [];
  for (let session = 0; session < 60; session += 1) streams.push(await openStream(`7 ${session}`));
  await waitFor('the others to end', () => streams.filter(({ isOpen }) => isOpen).length === 40);
  expect(streams.slice(-40).every(({ isOpen }) => isOpen)).toBe(true);
  expect([other.isOpen, subscribed]).toEqual([true, 41]);
});

test('tells browsers to ask, one after the other, while events may be lost', async () => {
  const streams: OpenedStream[] = [];
  for (let session = 0; session < 30; session += 1) streams.push(await openStream(`7 ${session}`));
  const countAsked = () => streams.filter(({ text }) => text.includes('event: missed')).length;
  await waitFor('a sign of life', () => streams.some(({ text }) => text.includes('event: alive')));
  expect(countAsked()).toBe(0);
  isLost = true;
  await waitFor('the first to ask', () => countAsked() > 0);
  expect(countAsked()).toBeLessThan(5);
  await waitFor('more to ask', () => countAsked() >= 5);
});

test('returns 401 with a message when the token is invalid', async () => {
  const answer = await fetch(`${url}/api/events`, { headers: { authorization: 'Bearer bogus' } });
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { status: 401, message: 'Please log in first', data: null },
  ]);
});

test('ends all streams when the server stops accepting, and later ones immediately', async () => {
  const stream = await openStream('7 1');
  let letAnswer = () => {};
  const answered = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  slowAnswer = answered;
  const slow = fetch(`${url}/slow`);
  const otherStream = await openStream('7 2');
  await waitFor('two streams and a request', () => subscribed === 2 && isSlowRequestOpen);
  const shutdown = app.shutdown.run({ delayMs: 0, drainMs: 60_000 });
  await waitFor('the streams to end', () => !stream.isOpen && !otherStream.isOpen);
  expect(subscribed).toBe(0);
  // On a connection that was opened before.
  const late = await openStream('7 1');
  await waitFor('the late one to end', () => !late.isOpen);
  expect([late.status, subscribed]).toEqual([200, 0]);
  letAnswer();
  expect((await slow).status).toBe(200);
  await shutdown;
});

const EVENTS_HEAD = ['Host: fws', 'Authorization: Bearer 7 1', '\r\n'].join('\r\n');

/** Sends bytes on a connection of its own and collects what arrives. */
function openConnection(text: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const connection = {
    text: '',
    isOpen: true,
    send: (more: string) => void socket.write(more),
    leave: () => void socket.destroy(),
  };
  socket.on('data', (chunk: Buffer) => (connection.text += chunk.toString()));
  socket.on('close', () => (connection.isOpen = false));
  socket.write(text);
  return connection;
}

test('sends no chunks to a client of HTTP/1.0', async () => {
  const client = openConnection(`GET /api/events HTTP/1.0\r\n${EVENTS_HEAD}`);
  await waitFor('the stream', () => client.text.includes('retry'));
  expect(client.text.split('\r\n\r\n')[1]).toBe('retry: 3000\n\n');
  expect(client.text).not.toContain('chunked');
  expect(client.isOpen).toBe(true);
});

test('closes a connection on which a request arrives before its stream has ended', async () => {
  const client = openConnection(`GET /api/events HTTP/1.1\r\n${EVENTS_HEAD}`);
  await waitFor('the stream', () => client.text.includes('retry'));
  client.send(`GET /slow HTTP/1.1\r\n${EVENTS_HEAD}`);
  await waitFor('it to be closed', () => !client.isOpen);
  expect(client.text.split('\r\n\r\n')[1]).toBe('d\r\nretry: 3000\n\n\r\n');
  await waitFor('the end of its subscription', () => subscribed === 0);
});

test('keeps a stream open for longer than an idle connection', async () => {
  app.server.keepAliveTimeout = 1;
  slowAnswer = Promise.resolve();
  const stream = await openStream('7 1');
  const idle = openConnection('GET /slow HTTP/1.1\r\nHost: fws\r\n\r\n');
  await waitFor('the idle connection to be closed', () => !idle.isOpen);
  expect(idle.text).toContain('{"slow":true}');
  expect(stream).toMatchObject({ isOpen: true, text: 'retry: 3000\n\n' });
});

test('keeps nothing of a client that leaves before its stream begins', async () => {
  let authenticate = () => {};
  mayAuthenticate = new Promise((resolve) => (authenticate = resolve));
  const client = openConnection(`GET /api/events HTTP/1.1\r\n${EVENTS_HEAD}`);
  await waitFor('the check of its session', () => isAuthenticating);
  client.leave();
  await waitFor('the end of its connection', async () => (await countConnections()) === 0);
  authenticate();
  await waitFor('its stream', () => subscriptions === 1);
  expect(subscribed).toBe(0);
});

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
