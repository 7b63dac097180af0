import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchProcessorTime } from '../../../scripts/testing/processor-time.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { forkServer, killNow } from '../../../server/test/processes/server-process.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { createRandom } from '../support/numbers.ts';
import { seedPairs, type Pair } from './data.ts';
import { judge, summarize, type Sent } from './judge.ts';
import { openPerson, type Person, type Servers } from './person.ts';

interface Options {
  seed: number;
  pairs: number;
  /** Messages a second. */
  rate: number;
  seconds: number;
  killEverySeconds: number;
  /** Once aborted, nothing more is sent. What was sent is judged. */
  signal: AbortSignal;
}

export interface ConversationsRun {
  figures: Record<string, string | number>;
  violations: readonly string[];
}

interface Talk {
  pair: Pair;
  people: { poster: Person; worker: Person };
}

const OPENED_AT_ONCE = 50;
const QUIET_WITHIN_MS = 60_000;

export async function runConversations(options: Options): Promise<ConversationsRun> {
  const world = await startWorld({ serve: false, env: { LIMIT_MESSAGE_USER: 'off' } });
  const servers = await startServers(world, createRandom(options.seed + 1));
  try {
    return await talkWhileKilling(world, servers, options);
  } finally {
    await servers.close();
    await world.close();
  }
}

async function talkWhileKilling(
  world: World,
  servers: Awaited<ReturnType<typeof startServers>>,
  { seed, pairs: count, rate, seconds, killEverySeconds, signal }: Options,
): Promise<ConversationsRun> {
  const random = createRandom(seed);
  const sent = new Map<string, Sent>();
  const problems: string[] = [];
  const talks = await openTalks(await seedPairs(world.ownerUrl, count), servers, {
    onSeen: (text) => {
      const message = sent.get(text);
      if (message) message.seenAt ??= performance.now();
    },
    onProblem: (problem) => problems.push(problem),
  });
  const startedAt = performance.now();
  const ownBefore = process.cpuUsage();
  const until = startedAt + seconds * 1000;
  const isOver = () => performance.now() >= until || signal.aborted;
  let kills = 0;
  async function killAgainAndAgain(): Promise<void> {
    for (let next = startedAt + killEverySeconds * 1000; next < until; next += killEverySeconds * 1000) {
      while (performance.now() < next && !signal.aborted) await sleep(50);
      if (signal.aborted) return;
      await servers.killOne(kills % servers.ports.length);
      kills += 1;
    }
  }
  const killing = killAgainAndAgain();
  const sending: Promise<void>[] = [];
  for (let serial = 0; !isOver(); serial++) {
    const dueAt = startedAt + (serial * 1000) / rate;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
    const talk = talks[Math.floor(random() * talks.length)];
    const side = random() < 0.5 ? 'poster' : 'worker';
    // One writes a message after the other.
    if (!talk || talk.people[side].isSending) continue;
    sending.push(send(talk, side, `${talk.pair.jobId} ${side} ${serial}`));
  }
  async function send({ pair, people }: Talk, side: 'poster' | 'worker', text: string): Promise<void> {
    const message: Sent = { jobId: pair.jobId, side, text, sentAt: performance.now() };
    sent.set(text, message);
    const person = people[side];
    person.isSending = true;
    const refusal = await person.send(text, `proof-${text.replaceAll(' ', '-')}`);
    person.isSending = false;
    message.answeredAt = performance.now();
    if (refusal !== null) problems.push(`"${text}" was refused: ${refusal}`);
  }
  await killing;
  await Promise.all(sending);
  const messages = [...sent.values()];
  await waitFor(
    'every message to come to the other side',
    () => messages.every(({ seenAt }) => seenAt !== undefined),
    QUIET_WITHIN_MS,
  ).catch(() => {});
  const isUnseen = messages.filter(({ seenAt }) => seenAt === undefined).length;
  if (isUnseen > 0) problems.push(`${isUnseen} messages did not come to the other side by an event`);
  const elapsedMs = performance.now() - startedAt;
  const own = process.cpuUsage(ownBefore);
  const webSeconds = servers.countSeconds();
  const violations = [...problems, ...(await judge(world.db, talks, messages))];
  for (const { people } of talks) for (const person of Object.values(people)) person.close();
  const figures = {
    streams: 2 * talks.length,
    messages: messages.length,
    'messages a second': (messages.length / (elapsedMs / 1000)).toFixed(0),
    kills,
    ...summarize(messages, servers.outages),
    'processor a message, web with starts (ms)': ((webSeconds * 1000) / messages.length).toFixed(2),
    'processor a message, clients (ms)': ((own.user + own.system) / 1000 / messages.length).toFixed(2),
  };
  return { figures, violations };
}

async function openTalks(
  pairs: readonly Pair[],
  servers: Servers,
  events: { onSeen: (text: string) => void; onProblem: (problem: string) => void },
): Promise<Talk[]> {
  const talks: Talk[] = [];
  const remaining = [...pairs];
  const openSome = async () => {
    for (let pair = remaining.pop(); pair; pair = remaining.pop()) {
      const poster = await openPerson({ pair, side: 'poster', servers, ...events });
      const worker = await openPerson({ pair, side: 'worker', servers, ...events });
      talks.push({ pair, people: { poster, worker } });
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openSome));
  // In the order of the pairs, so that the same seed picks the same ones.
  return talks.toSorted((a, b) => a.pair.jobId - b.pair.jobId);
}

/** Two web processes, and a worker that nobody kills. */
async function startServers(world: World, random: () => number) {
  const ports = [await findFreePort(), await findFreePort()];
  const start = (port: number) => forkServer({ ...world.config, port }, { part: 'web' });
  const running = new Map<number, ChildProcess>();
  const outages: { from: number; until: number }[] = [];
  for (const port of ports) running.set(port, await start(port));
  const time = watchProcessorTime(...[...running.values()].flatMap(({ pid }) => pid ?? []));
  const worker = await forkServer({ ...world.config, port: await findFreePort() }, { part: 'worker' });
  return {
    ports,
    outages,
    random,
    isUp: (port: number) => running.has(port),
    /** The processor time of all web processes that ran, with that of their starts. */
    countSeconds: () => (time.stop() ?? []).reduce((sum, seconds) => sum + seconds, 0),
    async killOne(index: number): Promise<void> {
      const port = ports[index] ?? 0;
      const child = running.get(port);
      if (!child) return;
      const from = performance.now();
      await killNow(child);
      running.delete(port);
      const next = await start(port);
      running.set(port, next);
      if (next.pid !== undefined) time.add(next.pid);
      outages.push({ from, until: performance.now() });
    },
    async close(): Promise<void> {
      await Promise.all([...running.values(), worker].map(killNow));
    },
  };
}
