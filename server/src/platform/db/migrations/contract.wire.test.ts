import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '@fws/contract/notifications/calls';
import pg from 'pg';
import { createUnmigratedDatabase, type TestDatabase } from '../../../../test/database.ts';
import { award, fund, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { findMigrationFaults } from '../../../start/database.ts';
import { notify } from '../../queue/index.ts';
import { inTx } from '../index.ts';
import { migrate } from '../migrate.ts';

// Processes of this version run before and after the contract migrations of their release. Here the release has one more,
// so that there always is one, and an ordinary migration after it.

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const isOfBaseline = (file: string) => file < '01';

/** The migrations of this version and two more of its release. */
let folder: string;
let database: TestDatabase;
let waitingAtStart: string[];
let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fws-migrations-'));
  const files = (await readdir(MIGRATIONS)).toSorted();
  const copy = (file: string) => cp(path.join(MIGRATIONS, file), path.join(folder, file));
  database = await createUnmigratedDatabase();
  await Promise.all(files.filter(isOfBaseline).map(copy));
  await migrate(database.ownerUrl, () => {}, database, { folder });

  await Promise.all(files.map(copy));
  const release = isOfBaseline(files.at(-1) ?? '') ? '01' : files.at(-1)!.slice(0, 2);
  await writeFile(
    path.join(folder, `${release}98_unused.contract.sql`),
    'DROP INDEX business_enquiry_newest',
  );
  await writeFile(path.join(folder, `${release}99_note.sql`), 'ALTER TABLE notify_me ADD COLUMN note text');
  const settings = { beforeDeployment: true, folder };
  waitingAtStart = (await migrate(database.ownerUrl, () => {}, database, settings)).waiting;
  world = await startWorld({ database });
  poster = await world.user();
  worker = await world.user();
}, 120_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

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
  (await world.db.selectFrom('provider_event').select('verdict').orderBy('verdict').execute()).map(
    ({ verdict }) => verdict,
  );

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

test('works before and after the contract migrations', async () => {
  expect(waitingAtStart).toContainEqual(expect.stringMatching(/^\d\d98_unused\.contract$/));
  expect(waitingAtStart.filter((name) => !name.includes('.contract'))).toEqual([]);
  expect(await findMigrationFaults(database.appUrl)).toEqual([]);
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);

  await work('before');
  const types = await listTypes(worker);
  const webhooks = await countWebhooks();
  expect(types).toEqual(['milestone_funded', 'quote_accepted', 'quote_accepted']);
  // The payment's own webhook came too.
  expect(webhooks).toEqual(['forged', 'valid', 'valid']);

  const { applied, waiting } = await migrate(database.ownerUrl, () => {}, database, { folder });
  expect(waiting).toEqual([]);
  expect(applied).toEqual(waitingAtStart);
  await work('after');
  expect(await listTypes(worker)).toEqual([...types, ...types].toSorted());
  expect(await countWebhooks()).toEqual([...webhooks, ...webhooks].toSorted());
}, 120_000);

test('the schema is the same whether the contract migrations are applied in turn or later', async () => {
  const inTurn = await createUnmigratedDatabase();
  const { applied } = await migrate(inTurn.ownerUrl, () => {}, inTurn, { folder });
  expect(applied).toEqual(applied.toSorted());
  const [expected, found] = await Promise.all([inTurn.ownerUrl, database.ownerUrl].map(describeSchema));
  expect(found).toEqual(expected);
  expect(found!.length).toBeGreaterThan(1_000);
  await inTurn.close();
});
