import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startGate } from '../../../test/gate.ts';
import { waitFor } from '../../../test/wait.ts';
import { silentLog } from '../log.ts';
import { publish, startRealtime } from './index.ts';
import { PAYLOAD_MAX_BYTES } from './payloads.ts';

test('PostgreSQL accepts a notification of our maximum size and refuses one byte more', async () => {
  const database = await testDatabase();
  const notify = (bytes: number) => sql`SELECT pg_notify('any', ${'x'.repeat(bytes)})`.execute(database.db);
  await notify(PAYLOAD_MAX_BYTES);
  await expect(notify(PAYLOAD_MAX_BYTES + 1)).rejects.toThrow('payload string too long');
  await database.close();
});

test('listens again once after an outage and reports missed events', async () => {
  const database = await testDatabase();
  const gate = await startGate(database.queueUrl);
  const realtime = await startRealtime(gate.url, silentLog);
  const heard: unknown[] = [];
  realtime.subscribe(7, {
    changed: ({ id }) => void heard.push(id),
    missed: () => void heard.push('missed'),
  });
  const tell = (id: number) => publish(database.db, { users: [7], topic: 'wallet', id });

  await tell(1);
  await waitFor('the first event', () => heard.length === 1);
  gate.bar();
  await waitFor('it to try three times', () => gate.turnedAway >= 3);
  await tell(2);
  gate.open();
  await waitFor('it to listen again', () => heard.length === 2);
  await tell(3);
  await tell(4);
  await waitFor('the events after', () => heard.includes(4));
  expect(heard).toEqual([1, 'missed', 3, 4]);

  await realtime.close();
  await gate.close();
  await database.close();
});
