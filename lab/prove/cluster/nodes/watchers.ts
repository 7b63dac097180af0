import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTx } from '../../../../server/src/platform/db/index.ts';
import { publish } from '../../../../server/src/platform/realtime/index.ts';
import type { TestUser } from '../../../../server/test/user.ts';
import { waitFor } from '../../../../server/test/wait.ts';
import type { World } from '../../../../server/test/world.ts';

/** Streams ask every 15 seconds while events may be lost; what is lost is noticed within two, and processors are busy. */
export const SEEN_WITHIN_MS = 20_000;
const EVENT_EVERY_MS = 250;
const NEW_MS = 1_000;
/** Pages that ask have read everything for a moment. */
const READ_FOR_MS = 3 * NEW_MS;

export interface Watching {
  /** The longest that somebody waited for an event since the last call: until it came, or its page was told to read again. */
  takeLongestMs(): number;
  /** Resolves when for some time nobody has been waiting for an event that is not new. */
  waitUntilRead(): Promise<void>;
  /** How often streams said to read again, and how often they ended. */
  counts: { events: number; arrived: number; missed: number; ended: number };
  stop(): Promise<void>;
}

/** People with open pages, and changes that concern them all the time. */
export async function startWatching(
  world: World,
  url: string,
  people: readonly TestUser[],
): Promise<Watching> {
  const waiting = new Map<number, Map<number, number>>();
  const counts = { events: 0, arrived: 0, missed: 0, ended: 0 };
  const stopping = new AbortController();
  let longestMs = 0;

  const settle = (userId: number, ids: Iterable<number>) => {
    const own = waiting.get(userId);
    for (const id of ids) {
      const since = own?.get(id);
      if (since === undefined) continue;
      longestMs = Math.max(longestMs, performance.now() - since);
      own?.delete(id);
    }
  };
  const readAgain = (userId: number) => settle(userId, [...(waiting.get(userId)?.keys() ?? [])]);

  /** As a browser does it: connects again when the stream ends, and then reads everything. */
  async function watch({ id: userId, token }: TestUser): Promise<void> {
    waiting.set(userId, new Map());
    while (!stopping.signal.aborted) {
      await openStream(`${url}/api/events`, token, stopping.signal, {
        onOpen: () => readAgain(userId),
        onMessage: (message) => {
          if (message.startsWith('event: missed')) {
            counts.missed += 1;
            readAgain(userId);
          } else if (message.startsWith('data: ')) {
            counts.arrived += 1;
            settle(userId, [Number((JSON.parse(message.slice(6)) as { id: unknown }).id)]);
          }
        },
      });
      if (stopping.signal.aborted) return;
      counts.ended += 1;
      await sleep(1000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function makeEvents(): Promise<void> {
    for (let id = 1; !stopping.signal.aborted; id += 1) {
      const now = performance.now();
      for (const own of waiting.values()) own.set(id, now);
      counts.events += 1;
      await inTx(world.db, (tx) =>
        publish(tx, { users: people.map((person) => person.id), topic: 'wallet', id }),
      );
      await sleep(EVENT_EVERY_MS);
    }
  }

  /** How long people have been waiting for each of the events that did not come yet. */
  const listOpenMs = () => {
    const now = performance.now();
    return [...waiting.values()].flatMap((own) => [...own.values()].map((since) => now - since));
  };

  const work = [...people.map(watch), sleep(1000).then(makeEvents)];
  await sleep(2000);
  return {
    counts,
    takeLongestMs() {
      const longest = Math.max(longestMs, ...listOpenMs());
      longestMs = 0;
      return Math.round(longest);
    },
    async waitUntilRead() {
      let readSince = performance.now();
      const isReadForLong = () => {
        const now = performance.now();
        if (listOpenMs().some((ms) => ms > NEW_MS)) readSince = now;
        return now - readSince > READ_FOR_MS;
      };
      await waitFor('pages to read what they missed', isReadForLong, 2 * SEEN_WITHIN_MS);
    },
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

/** Resolves when the stream has ended. */
function openStream(
  url: string,
  token: string,
  signal: AbortSignal,
  { onOpen, onMessage }: { onOpen: () => void; onMessage: (message: string) => void },
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: new Agent(), headers: { authorization: `Bearer ${token}` } });
    const end = () => void sent.destroy();
    signal.addEventListener('abort', end, { once: true });
    sent.on('close', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    sent.on('error', () => {});
    sent.on('response', (answer) => {
      if (answer.statusCode !== 200) return end();
      onOpen();
      let rest = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        const messages = (rest + chunk).split('\n\n');
        rest = messages.pop() ?? '';
        for (const message of messages) onMessage(message);
      });
      answer.on('error', () => {});
    });
    sent.end();
  });
}
