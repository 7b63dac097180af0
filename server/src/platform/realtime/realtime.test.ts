import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { countOutbox } from '../../../test/outbox.ts';
import { startGate } from '../../../test/network/gate.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { silentLog } from '../log.ts';
import { startRelay } from '../outbox/relay.ts';
import { publish, startRealtime } from './index.ts';
import { PAYLOAD_MAX_BYTES } from './payloads.ts';

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
