import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../test/ledger.ts';
import { control } from '../../test/payouts.ts';
import { earn } from '../../test/story.ts';
import { waitFor } from '../../test/wait.ts';
import { startWorld, type World } from '../../test/world.ts';
import { inTx, type Db } from '../platform/db/index.ts';
import { enqueue } from '../platform/jobs/index.ts';
import { ownerDb } from './ledger/testing.ts';

let world: World;
let owner: Db;
beforeAll(async () => {
  world = await startWorld();
  owner = ownerDb(world.ownerUrl);
  await earn(
    world,
    { poster: await world.user(), worker: await world.user({ identity: 'verified' }) },
    '500',
  );
  // Move the entries to yesterday, because a day is sealed when it is over.
  await behind(`UPDATE ledger.txn SET posted_at = posted_at - interval '1 day'`);
});
afterAll(async () => {
  await expectSoundLedger(world.db);
  await owner.destroy();
  await world.close();
});

/** What somebody with full access to the database could do behind the triggers. */
const behind = (statement: string) =>
  inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
async function night(): Promise<void> {
  for (const task of ['seal_days', 'verify_books']) {
    await inTx(world.db, (tx) => enqueue(tx, task, {}));
    await world.drain();
  }
}
const sealedDays = async () => (await sql`SELECT day FROM ledger.day_seal`.execute(world.db)).rows.length;
const waiting = () =>
  world.db
    .selectFrom('needs_look')
    .select(['kind', 'subject', 'amount_paise'])
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
const mails = async () => (await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`)).text();
const mailed = (text: string) =>
  waitFor(`a mail that says ${text}`, async () => (await mails()).includes(text));

test('seals the previous day and notifies nobody if everything holds', async () => {
  expect(await sealedDays()).toBe(0);
  await night();
  expect(await sealedDays()).toBe(1);
  expect(await waiting()).toEqual([]);
  expect(await mails()).not.toContain('needs a look');
});

test('notifies operators once of the provider’s costs that must be paid in', async () => {
  await control(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('the settlement', async () =>
    (await world.db.selectFrom('settlement').select('state').execute()).some(
      ({ state }) => state === 'received',
    ),
  );
  await night();
  await night();
  const { fee_paise: fee, gst_paise: gst } = await world.db
    .selectFrom('settlement')
    .select(['fee_paise', 'gst_paise'])
    .executeTakeFirstOrThrow();
  expect(fee).toBeGreaterThan(0);
  expect(await waiting()).toEqual([{ kind: 'cover_short', subject: 'own funds', amount_paise: fee + gst }]);
  await mailed('cover_short');
});

test('detects an old row changed behind the triggers, by its seal and by the invariants', async () => {
  const changed = (by: string) =>
    behind(`UPDATE ledger.entry SET amount = amount ${by} sign(amount) * 100
      WHERE txn_id = (SELECT min(id) FROM ledger.txn)`);
  await changed('+');
  try {
    await night();
  } finally {
    await changed('-');
  }
  const subjects = (await waiting())
    .filter(({ kind }) => kind === 'ledger_broken')
    .map(({ subject }) => subject.replace(/\d{4}-\d\d-\d\d/, 'of yesterday'));
  expect(subjects).toContain('seal of yesterday');
  expect(subjects).toContain('invariant 3');
  await mailed('ledger_broken: invariant 3');
  await mailed('its entries were changed');
});
