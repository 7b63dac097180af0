import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/session/calls';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { BrowserUser, type CallReport } from './browser-user.ts';
import { TestUser } from '../user.ts';

type Answer = (response: ServerResponse) => void;

const accept: Answer = (response) =>
  void response.end(JSON.stringify({ status: 200, message: 'OK', data: null }));
const cutOff: Answer = (response) => void response.destroy();

let report: CallReport;
let user: BrowserUser;
/** What the server does with each request, in order. */
let answers: Answer[];
let requests: IncomingMessage[];
beforeEach(async () => {
  [report, requests] = [{ calls: 0, failures: [] }, []];
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    incoming.resume().once('end', () => answers.shift()?.(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  user = new BrowserUser(url, new TestUser('', { id: 1, token: 'token' }), report);
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

const sendAccept = () => user.done(acceptQuote, { quoteId: '1' });

test('repeats a command once, with the same key, when a kept-alive connection was closed', async () => {
  answers = [accept, cutOff, accept];
  await sendAccept();
  await sendAccept();
  const [first, second, retry] = requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toMatch(/.{36}/);
  expect([retry === second, first === second]).toEqual([true, false]);
  expect(report).toEqual({ calls: 2, failures: [] });
});

test('does not send a request a third time', async () => {
  answers = [accept, cutOff, cutOff, accept];
  await sendAccept();
  await expect(sendAccept()).rejects.toThrow('socket hang up');
  expect(requests).toHaveLength(3);
  expect(report.failures).toEqual(['accept_quote: socket hang up']);
});

test('does not repeat a request that failed on a new connection', async () => {
  answers = [cutOff, accept];
  await expect(user.call(currentUser, {})).rejects.toThrow('socket hang up');
  expect(requests).toHaveLength(1);
  expect(report.failures).toEqual(['current_user: socket hang up']);
});

test('records a refusal and a proxy error as failures', async () => {
  answers = [
    (response) => response.writeHead(503).end(JSON.stringify({ status: 503, message: 'Not now' })),
    (response) => response.writeHead(502).end('<html>'),
  ];
  await user.call(acceptQuote, { quoteId: '1' });
  await expect(sendAccept()).rejects.toThrow('answered 502 without JSON');
  expect(report.failures).toEqual([
    'accept_quote: 503 Not now',
    'accept_quote: accept_quote answered 502 without JSON',
  ]);
});
