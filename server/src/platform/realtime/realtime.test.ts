import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { countOutbox } from '../../../test/outbox.ts';
import { startGate } from '../../../test/network/gate.ts';
import { startRedisStandIn } from '../../../test/network/redis-stand-in.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { silentLog } from '../log.ts';
import { startRelay } from '../outbox/relay.ts';
import { connectRedis } from '../redis/line.ts';
import { publish, startRealtime } from './index.ts';
import { PAYLOAD_MAX_BYTES } from './payloads.ts';
import { createRedisEvents } from './redis.ts';

test('PostgreSQL accepts a notification of our maximum size and refuses one byte more', async () => {
  const database = await createTestDatabase();
  const notify = (bytes: number) => sql`SELECT pg_notify('any', ${'x'.repeat(bytes)})`.execute(database.db);
  await notify(PAYLOAD_MAX_BYTES);
  await expect(notify(PAYLOAD_MAX_BYTES + 1)).rejects.toThrow('payload string too long');
  await database.close();
});

test('listens again once after an outage and reports missed events', async () => {
  const database = await createTestDatabase();
  const gate = await startGate(database.queueUrl);
  const realtime = await startRealtime(gate.url, silentLog);
  const received: unknown[] = [];
  realtime.subscribe(7, {
    onChange: ({ id }) => void received.push(id),
    onMissed: () => void received.push('missed'),
  });
  const relay = startRelay({ queueUrl: database.queueUrl, log: silentLog });
  const publishWalletEvent = (id: number) =>
    inTx(database.db, (tx) => publish(tx, { users: [7], topic: 'wallet', id }));

  await publishWalletEvent(1);
  await waitFor('the first event', () => received.length === 1);
  gate.block();
  await waitFor('it to try three times', () => gate.rejectedCount >= 3);
  await publishWalletEvent(2);
  await waitFor('it to be sent to nobody', async () => (await countOutbox(database.ownerUrl)) === 0);
  gate.open();
  await waitFor('it to listen again', () => received.length === 2);
  await publishWalletEvent(3);
  await publishWalletEvent(4);
  await waitFor('the events after', () => received.includes(4));
  expect(received).toEqual([1, 'missed', 3, 4]);

  await relay.stop();
  await realtime.close();
  await gate.close();
  await database.close();
});

test('tells processes with and without Redis of each event once, and of those that did not go through Redis', async () => {
  const database = await createTestDatabase();
  const redis = await startRedisStandIn();
  const createNode = () => {
    const line = connectRedis({ url: redis.url, log: silentLog });
    return { line, events: createRedisEvents(line, silentLog) };
  };
  const [listening, publishing] = [createNode(), createNode()];
  const withRedis = listening.events.listen();
  const collect = (realtime: typeof withRedis): unknown[] => {
    const received: unknown[] = [];
    realtime.subscribe(7, {
      onChange: ({ id }) => void received.push(id),
      onMissed: () => void received.push('missed'),
    });
    return received;
  };
  const received = collect(withRedis);
  const withoutRedis = await startRealtime(database.queueUrl, silentLog);
  const notified = collect(withoutRedis);
  await waitFor('all to be up', () => !withRedis.isLost() && publishing.line.isUp());
  const startOne = (node?: ReturnType<typeof createNode>) =>
    startRelay({ queueUrl: database.queueUrl, log: silentLog, redis: node?.events });
  const publishEvent = (id: number) =>
    inTx(database.db, (tx) => publish(tx, { users: [7], topic: 'wallet', id }));

  // The process that listens to Redis, which reads in the lease who has handed events on.
  const watching = startOne(listening);
  const relay = startOne(publishing);
  for (const id of [1, 2, 3]) await publishEvent(id);
  await waitFor('the events', () => received.length === 4 && notified.length === 3);
  expect([received, notified]).toEqual([
    ['missed', 1, 2, 3],
    [1, 2, 3],
  ]);

  // A process of the release before, or whose REDIS_URL is not set yet, gets the turn.
  await watching.stop();
  await relay.stop();
  const former = startOne();
  await publishEvent(4);
  await waitFor('it to be handed on', () => notified.length === 4);
  const watchingAgain = startOne(listening);
  await publishEvent(5);
  await waitFor('it to be noticed', () => withRedis.isLost());
  await former.stop();
  await waitFor('it to be over', () => !withRedis.isLost(), 20_000);
  await waitFor('streams to read again', () => received.length >= 5);
  await publishEvent(6);
  // Redis tells of it before the transaction that notifies has committed.
  await waitFor('the event', () => received.includes(6) && notified.includes(6));
  // A process that is late reads in vain once more.
  const isFirstOfRun = (event: unknown, index: number) => event !== received[index - 1];
  expect([received.filter(isFirstOfRun), notified]).toEqual([
    ['missed', 1, 2, 3, 'missed', 6],
    [1, 2, 3, 4, 5, 6],
  ]);

  await watchingAgain.stop();
  for (const realtime of [withRedis, withoutRedis]) await realtime.close();
  for (const { line } of [listening, publishing]) await line.close();
  await redis.close();
  await database.close();
});
