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

  async function connect(url = redis.url): Promise<RedisLine> {
    const line = connectRedis({ url, log });
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
    const startedAt = performance.now();
    await expect(line.run((client) => client.ping())).rejects.toThrow(RedisUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(300);
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

  test('processes count together, by themselves while the server is away, and nobody gets an error', async () => {
    const secret = Buffer.from('x'.repeat(32));
    const limit = { scope: 'any', max: 4, windowMs: 60_000 };
    const both = [await connect(), await connect()];
    await waitFor('both to be up', () => both.every((line) => line.isUp()));
    const [first, second] = both.map((line) => createSharedCounters(line, secret)(limit));
    if (!first || !second) throw new Error('there are two');
    const countPassed = async (times: number, counter: Counter, key: string) => {
      let passed = 0;
      for (let n = 0; n < times; n += 1)
        await counter.consume(key).then(
          () => (passed += 1),
          (error: { msBeforeNext: number }) => expect(error.msBeforeNext).toBeGreaterThan(0),
        );
      return passed;
    };
    expect(await countPassed(3, first, '203.0.113.7')).toBe(3);
    expect(await countPassed(3, second, '203.0.113.7')).toBe(1);
    await first.reward('198.51.100.1');
    expect(await countPassed(8, first, '198.51.100.1')).toBe(5);

    redis.freeze();
    expect(await countPassed(6, first, '203.0.113.8')).toBe(4);
    redis.thaw();
    await waitFor('it to be up', () => both.every((line) => line.isUp()));
    await redis.stop();
    expect(await countPassed(6, second, '203.0.113.9')).toBe(4);
  });
});
