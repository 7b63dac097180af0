import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, MessagePage } from '@fws/contract/conversations/schemas';
import { buildToken, type Pair } from './data.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
/** A browser waits before it opens a stream again, and not all at the same moment. */
const REOPENS_WITHIN_MS = 1000;
const RETRY_MS = 100;
const TIMEOUT_MS = 10_000;

/** What an event says. */
interface Change {
  id: unknown;
  number?: number;
  eventId?: string;
}

/** The ports of the processes that answer, as a proxy knows them. */
export interface Servers {
  ports: readonly number[];
  isUp(port: number): boolean;
  random(): number;
}

export interface Person {
  /** Sends a message until it is acknowledged, with one client id. Returns what was refused for good. */
  send(text: string, clientId: string): Promise<string | null>;
  /** Texts of the other side in the order in which they came to the screen. */
  readonly seen: readonly string[];
  isSending: boolean;
  /** Reads once more, as a page that becomes visible. */
  refresh(): Promise<void>;
  close(): void;
}

interface Options {
  pair: Pair;
  side: 'poster' | 'worker';
  servers: Servers;
  onSeen: (text: string) => void;
  onProblem: (problem: string) => void;
}

/** One side of a conversation, with its page open: it reads again after each event. */
export async function openPerson({ pair, side, servers, onSeen, onProblem }: Options): Promise<Person> {
  const { jobId, posterId, workerId } = pair;
  const [ownId, otherId] = side === 'poster' ? [posterId, workerId] : [workerId, posterId];
  const names = { jobId: String(jobId), userId: String(otherId) };
  const token = buildToken(ownId);
  const seen: string[] = [];
  let seenUpTo = 0;
  let isClosed = false;
  let stream: { destroy(): void } | undefined;
  let currentAt = performance.now();
  let lastEventId: string | undefined;

  /** As the page does it. */
  function noteCurrent(eventId = lastEventId): void {
    currentAt = performance.now();
    lastEventId = eventId;
  }

  function pickPort(): number {
    const up = servers.ports.filter((port) => servers.isUp(port));
    const ports = up.length > 0 ? up : servers.ports;
    return ports[Math.floor(servers.random() * ports.length)] ?? 0;
  }

  /** Repeats a call until a process answers it. */
  async function call(
    name: string,
    values: object,
  ): Promise<{ status: number; message: string; data: unknown }> {
    for (;;) {
      const reply = await postOnce(pickPort(), { name, token, body: JSON.stringify(values) }).catch(
        () => null,
      );
      if (reply && reply.status !== 503) return reply;
      await sleep(RETRY_MS);
    }
  }

  /** Reads what came since, however many pages that is. */
  async function read(): Promise<void> {
    const news: MessagePage['items'] = [];
    let cursor: string | null = null;
    do {
      const reply = await call('conversation_messages', { ...names, ...(cursor !== null && { cursor }) });
      if (reply.status !== 200) return onProblem(`a page was answered ${reply.status}: ${reply.message}`);
      const page = reply.data as MessagePage;
      news.push(...page.items.filter(({ number }) => number > seenUpTo));
      const oldest = page.items.at(-1)?.number ?? 0;
      cursor = oldest > seenUpTo + 1 ? page.nextCursor : null;
    } while (cursor !== null);
    for (const message of news.toReversed()) {
      if (message.number !== seenUpTo + 1)
        onProblem(`job ${jobId}: ${message.number} came after ${seenUpTo}`);
      seenUpTo = message.number;
      if (message.isOwn) continue;
      seen.push(message.text);
      onSeen(message.text);
    }
  }

  let reading: Promise<void> | undefined;
  let isStale = false;
  /** One read at a time; what changes meanwhile is read after it. */
  function refresh(): Promise<void> {
    isStale = true;
    reading ??= (async () => {
      while (isStale) {
        isStale = false;
        await read();
      }
      reading = undefined;
    })();
    return reading;
  }

  /** Resolves when the stream is open. It stays open, on another process when its own ends. */
  async function keepStream(): Promise<void> {
    for (;;) {
      const known = { age: Math.round(performance.now() - currentAt), event: lastEventId };
      const opened = await openStream(pickPort(), token, known, {
        onAlive: () => noteCurrent(),
        onMissed: () => {
          currentAt = performance.now();
          lastEventId = undefined;
          void refresh();
        },
        onChange: ({ id, number, eventId }) => {
          noteCurrent(eventId);
          // What is on the screen is not read again.
          if (id === jobId && (number === undefined || number > seenUpTo)) void refresh();
        },
        onEnd: () => {
          if (!isClosed) void reopen();
        },
      }).catch(() => null);
      if (opened) return void (stream = opened);
      await sleep(RETRY_MS);
    }
  }

  async function reopen(): Promise<void> {
    await sleep(servers.random() * REOPENS_WITHIN_MS);
    if (isClosed) return;
    await keepStream();
  }

  await keepStream();
  return {
    seen,
    isSending: false,
    refresh,
    async send(text, clientId) {
      const reply = await call('conversation_send', { ...names, text, clientId, photoIds: [] });
      if (reply.status !== 200) return `${reply.status}: ${reply.message}`;
      // It stands on the screen at once, where nothing came between.
      const { number } = reply.data as Message;
      if (number === seenUpTo + 1 && reading === undefined) seenUpTo = number;
      return null;
    },
    close() {
      isClosed = true;
      stream?.destroy();
    },
  };
}

function postOnce(
  port: number,
  { name, token, body }: { name: string; token: string; body: string },
): Promise<{ status: number; message: string; data: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: `/api/${name}`,
        timeout: TIMEOUT_MS,
        headers: {
          authorization: `Bearer ${token}`,
          'x-fws-client': 'web',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          try {
            resolve(JSON.parse(text) as { status: number; message: string; data: unknown });
          } catch (error) {
            reject(error);
          }
        });
        response.on('error', reject);
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A stream over a bare connection: ten thousand of Node's requests would be most of what is measured. */
function openStream(
  port: number,
  token: string,
  known: { age: number; event: string | undefined },
  listener: {
    onAlive: () => void;
    onMissed: () => void;
    onChange: (change: Change) => void;
    onEnd: () => void;
  },
): Promise<{ destroy(): void }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const query = new URLSearchParams({ age: String(known.age), ...(known.event && { event: known.event }) });
    let isOpen = false;
    let remainder = '';
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error('closed'));
      if (isOpen) listener.onEnd();
    });
    socket.on('data', (part: string) => {
      if (!isOpen) {
        if (!part.startsWith('HTTP/1.1 200')) return void socket.destroy();
        isOpen = true;
        resolve(socket);
      }
      const blocks = `${remainder}${part}`.split('\n\n');
      remainder = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes('event: missed')) listener.onMissed();
        else if (block.includes('event: alive')) listener.onAlive();
        else if (block.includes('data: {'))
          listener.onChange(
            JSON.parse(block.slice(block.indexOf('{'), block.lastIndexOf('}') + 1)) as Change,
          );
      }
    });
    socket.write(
      `GET /api/events?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}
