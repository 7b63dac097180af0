import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findRedisProgram, startRedisServer, type TestRedis } from '../../../test/network/redis-server.ts';
import { startRedisStandIn } from '../../../test/network/redis-stand-in.ts';
import { waitFor } from '../../../test/wait.ts';
import { silentLog, type Log } from '../log.ts';
import { formatOpenMetrics, processMetrics } from '../metrics.ts';
import { createSharedCounters, type Counter } from '../http/counters.ts';
import type { ChangeEvent } from '../realtime/payloads.ts';
import { createRedisEvents, type RedisEvents } from '../realtime/redis.ts';
import type { Realtime } from '../realtime/index.ts';
import { connectRedis, RedisUnavailable, type RedisLine } from './line.ts';

const program = findRedisProgram();
const SERVERS: [string, () => Promise<TestRedis>][] = [
  ['the stand-in', startRedisStandIn],
  ...(program === undefined
    ? []
    : [[program, () => startRedisServer(program)] as [string, () => Promise<TestRedis>]]),
];

describe.each(SERVERS)('with %s', (_name, startServer) => {
  let redis: TestRedis;
  let lines: RedisLine[];
  let logged: string[];
  let onWarning: () => void;
  const log: Log = {
    ...silentLog,
    info: (message) => void logged.push(message),
    warn(message) {
      logged.push(message.split(':')[0] ?? '');
      onWarning();
    },
  };
  beforeEach(async () => {
    redis = await startServer();
    lines = [];
    logged = [];
    onWarning = () => {};
  });
  afterEach(async () => {
    for (const line of lines) await line.close();
    await redis.close();
  });

  async function connect(options: { answerWithinMs?: number } = {}): Promise<RedisLine> {
    const line = connectRedis({ url: redis.url, log, ...options });
    lines.push(line);
    return line;
  }

  /** A web process that listens, and what user 7 received there. */
  async function startNode(): Promise<{
    line: RedisLine;
    events: RedisEvents;
    realtime: Realtime;
    received: unknown[];
  }> {
    const line = await connect();
    const events = createRedisEvents(line, log);
    const realtime = events.listen();
    const received: unknown[] = [];
    realtime.subscribe(7, {
      onChange: ({ id }) => void received.push(id),
      onMissed: () => void received.push('missed'),
    });
    await waitFor('it to listen', () => !realtime.isLost() && received.length > 0);
    return { line, events, realtime, received };
  }
  const publish = (events: RedisEvents, id: number) =>
    events.publish([JSON.stringify({ users: [7], topic: 'wallet', id } satisfies ChangeEvent)]);
  const readGauge = async () => /fws_redis_up (\d)/.exec(await formatOpenMetrics([processMetrics]))?.[1];

  test('an event reaches every node once, and a server that went away makes each read again', async () => {
    const nodes = [await startNode(), await startNode()];
    const [relay] = nodes;
    if (!relay) throw new Error('there are two');
    expect(await publish(relay.events, 1)).toBe(true);
    await waitFor('both to receive it', () => nodes.every(({ received }) => received.includes(1)));
    expect(await readGauge()).toBe('1');

    await redis.stop();
    await waitFor('both to know', () => nodes.every(({ realtime }) => realtime.isLost()));
    expect(await publish(relay.events, 2)).toBe(false);
    expect(await readGauge()).toBe('0');
    await redis.start();
    await waitFor('both to listen', () => nodes.every(({ realtime }) => !realtime.isLost()));
    expect(await publish(relay.events, 3)).toBe(true);
    await waitFor('both to receive it', () => nodes.every(({ received }) => received.includes(3)));
    for (const { received } of nodes) expect(received).toEqual(['missed', 1, 'missed', 3]);
    expect(logged.filter((line) => line === 'redis is lost')).toHaveLength(2);
    expect(logged.filter((line) => line === 'redis is back')).toHaveLength(2);
  });

  test('a frozen server costs one short wait, and streams ask until it answers again', async () => {
    const { line, events, realtime, received } = await startNode();
    redis.freeze();
    await expect(line.run((client) => client.ping())).rejects.toThrow(RedisUnavailable);
    // It gave up before the line was found to be down.
    expect(logged).toEqual([]);
    // The next one does not wait.
    expect(line.isUp()).toBe(false);
    await waitFor('it to be noticed', () => realtime.isLost());
    expect(await publish(events, 2)).toBe(false);
    redis.thaw();
    await waitFor('it to listen', () => !realtime.isLost());
    expect(await publish(events, 3)).toBe(true);
    await waitFor('the event', () => received.includes(3));
    expect(received).toEqual(['missed', 'missed', 3]);
    expect(logged).toEqual(['redis is lost', 'redis is back']);
  });

  test('an answer on a connection that was given up does not count', async () => {
    const { events, realtime, received } = await startNode();
    // It answers before the connection is closed.
    onWarning = () => redis.thaw();
    redis.freeze();
    await waitFor('it to be noticed', () => realtime.isLost());
    await waitFor('it to listen', () => !realtime.isLost());
    expect(await publish(events, 1)).toBe(true);
    await waitFor('the event', () => received.includes(1));
    expect(received).toEqual(['missed', 'missed', 1]);
    expect(logged).toEqual(['redis is lost', 'redis is back']);
  });

  test('starts without a server and uses it as soon as there is one', async () => {
    await redis.stop();
    const line = await connect();
    await waitFor('it to be noticed', () => logged.length > 0);
    expect(line.isUp()).toBe(false);
    await redis.start();
    await waitFor('it to be up', () => line.isUp());
    expect(logged).toEqual(['redis is lost', 'redis is back']);
  });

  const LIMIT = { scope: 'any', max: 4, windowMs: 60_000 };
  function startCounter(line: RedisLine): Counter {
    const counter = createSharedCounters(line, Buffer.from('x'.repeat(32)))(LIMIT);
    if (!counter) throw new Error('the limit has a maximum');
    return counter;
  }
  async function countPassed(times: number, counter: Counter, key: string): Promise<number> {
    let passed = 0;
    for (let n = 0; n < times; n += 1)
      await counter.consume(key).then(
        () => (passed += 1),
        (error: { msBeforeNext: number }) => expect(error.msBeforeNext).toBeGreaterThan(0),
      );
    return passed;
  }

  test('processes count together', async () => {
    // A busy machine must not make one of them count by itself.
    const both = [
      await connect({ answerWithinMs: 10_000 }),
      await connect({ answerWithinMs: 10_000 }),
    ] as const;
    await waitFor('both to be up', () => both.every((line) => line.isUp()));
    const [first, second] = [startCounter(both[0]), startCounter(both[1])];
    expect(await countPassed(3, first, '203.0.113.7')).toBe(3);
    expect(await countPassed(3, second, '203.0.113.7')).toBe(1);
    await first.reward('198.51.100.1');
    expect(await countPassed(8, first, '198.51.100.1')).toBe(5);
  });

  test('a process counts by itself while the server is away, and nobody gets an error', async () => {
    const line = await connect();
    await waitFor('it to be up', () => line.isUp());
    const counter = startCounter(line);
    redis.freeze();
    expect(await countPassed(6, counter, '203.0.113.8')).toBe(4);
    redis.thaw();
    await waitFor('it to be up', () => line.isUp());
    await redis.stop();
    expect(await countPassed(6, counter, '203.0.113.9')).toBe(4);
  });
});
