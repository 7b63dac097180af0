import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '@fws/contract/notifications/calls';
import pg from 'pg';
import {
  createTestDatabase,
  createUnmigratedDatabase,
  type TestDatabase,
} from '../../../../test/database.ts';
import { award, fund, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findMigrationFaults } from '../../../start/database.ts';
import { silentLog } from '../../log.ts';
import { openMonths } from '../../months/index.ts';
import { notify } from '../../queue/index.ts';
import { deleteExpiredRows, RETENTION } from '../../retention.ts';
import { inTx } from '../index.ts';
import { migrate } from '../migrate.ts';

// Processes of this version run before and after the contract migrations of their release.

let database: TestDatabase;
let waitingAtStart: string[];
let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  database = await createUnmigratedDatabase();
  const { waiting } = await migrate(database.ownerUrl, () => {}, database, { beforeDeployment: true });
  waitingAtStart = waiting;
  world = await startWorld({ database });
  poster = await world.user();
  worker = await world.user();
}, 120_000);
afterAll(() => world.close());

const listTypes = async (user: TestUser) =>
  (await user.done(notifications, {})).items.map(({ type }) => type).toSorted();

const notifyWorker = async (dedupeKey: string) => {
  const notice = {
    userId: worker.id,
    type: 'quote_accepted',
    values: { job: 'Paint' },
    path: '/',
    dedupeKey,
  };
  await inTx(world.db, (tx) => notify(tx, notice as Parameters<typeof notify>[1]));
  await world.drain();
};

function sendWebhook(body: string, secret: string, key: string) {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(timestamp + body);
  const headers = {
    'content-type': 'application/json',
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signature.digest('base64'),
    'x-idempotency-key': key,
  };
  return fetch(`${world.url}/webhooks/payments`, { method: 'POST', headers, body });
}
const countWebhooks = async () =>
  (await world.db.selectFrom('provider_event').select(['verdict']).execute()).map(({ verdict }) => verdict);

/** People work, and what comes twice counts once; `name` makes the events of a round new. */
async function work(name: string): Promise<void> {
  const at = getMilestoneAt(await award(world, { poster, worker }, { rupees: '1500', term: 'completion' }));
  await fund(world, poster, at);
  await world.drain();
  for (const secret of ['sandbox', 'sandbox', 'guessed', 'guessed'])
    expect(
      (await sendWebhook(`{"type":"VENDOR_ONBOARDED","data":{"id":"${name}"}}`, secret, name)).status,
    ).toBe(secret === 'sandbox' ? 200 : 401);
  await notifyWorker(name);
  await notifyWorker(name);
}

/** The nightly tasks, as if all of it was long ago. */
async function cleanUp(): Promise<void> {
  const later = new Date(Date.now() + 181 * 86_400_000);
  await deleteExpiredRows(world.db, [...RETENTION.webhooks, ...RETENTION.deliveries], later);
  await openMonths({ db: world.db, log: silentLog });
}

/** Columns, keys, checks, indexes, triggers and functions. */
async function describeSchema(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema IN ('public', 'ledger')
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'ledger')
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace::regnamespace::text IN ('public', 'ledger')
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT oid::regprocedure || ' ' || md5(prosrc) FROM pg_proc
    WHERE pronamespace::regnamespace::text IN ('public', 'ledger')
    ORDER BY 1`);
  await client.end();
  return rows.map(({ line }) => line);
}

const ROUND = ['valid', 'forged'];

test('works before and after the contract migrations, and while they are applied', async () => {
  expect(waitingAtStart).toContain('0157_notification_by_month.contract');
  expect(waitingAtStart.filter((name) => !name.endsWith('.contract'))).toEqual([]);
  expect(await findMigrationFaults(database.appUrl)).toEqual([]);
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);

  await work('before');
  const typesBefore = await listTypes(worker);
  const webhooksBefore = await countWebhooks();
  expect(typesBefore).toEqual(['milestone_funded', 'quote_accepted', 'quote_accepted']);
  // The payment's own webhook came too.
  expect(webhooksBefore).toEqual(expect.arrayContaining([...ROUND, 'valid']));
  await cleanUp();
  expect(await countWebhooks()).toEqual([]);
  expect(await listTypes(worker)).toEqual(typesBefore);
  await notifyWorker('before');
  expect(await listTypes(worker), 'an event whose key was deleted').toEqual(typesBefore);

  const { applied, waiting } = await migrate(database.ownerUrl, () => {}, database);
  expect(waiting).toEqual([]);
  expect(applied).toEqual(waitingAtStart);
  await work('after');
  expect(await listTypes(worker)).toEqual([...typesBefore, ...typesBefore].toSorted());
  expect((await countWebhooks()).toSorted()).toEqual(webhooksBefore.toSorted());
  await cleanUp();
  expect(await countWebhooks()).toEqual([]);
}, 120_000);

test('the schema is the same whether the contract migrations are applied in turn or later', async () => {
  const inTurn = await createTestDatabase();
  const [expected, found] = await Promise.all([inTurn.ownerUrl, database.ownerUrl].map(describeSchema));
  expect(found).toEqual(expected);
  expect(found!.length).toBeGreaterThan(1_000);
  await inTurn.close();
});
