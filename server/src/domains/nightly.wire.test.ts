import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../test/ledger/sound-ledger.ts';
import { controlSandbox } from '../../test/payouts.ts';
import { earn } from '../../test/story.ts';
import { waitFor } from '../../test/wait.ts';
import { startWorld, type World } from '../../test/world.ts';
import { inTx, type Db } from '../platform/db/index.ts';
import { enqueue } from '../platform/queue/index.ts';
import { openOwnerDb } from '../../test/database.ts';

let world: World;
let owner: Db;
beforeAll(async () => {
  world = await startWorld();
  owner = openOwnerDb(world.ownerUrl);
  await earn(
    world,
    { poster: await world.user(), worker: await world.user({ identity: 'verified' }) },
    '500',
  );
  // Move the entries to yesterday, because a day is sealed when it is over.
  await runBehindTriggers(`UPDATE ledger.txn SET posted_at = posted_at - interval '1 day'`);
});
afterAll(async () => {
  await expectSoundLedger(world.db);
  await owner.destroy();
  await world.close();
});

/** What somebody with full access to the database could do behind the triggers. */
const runBehindTriggers = (statement: string) =>
  inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
async function runNight(verify: 'verify_books' | 'verify_all_books' = 'verify_books'): Promise<void> {
  for (const task of ['seal_days', verify] as const) {
    await inTx(world.db, (tx) => enqueue(tx, task, {}));
    await world.drain();
  }
}
const countSealedDays = async () =>
  (await sql`SELECT day FROM ledger.day_seal`.execute(world.db)).rows.length;
const listOpenCases = () =>
  world.db
    .selectFrom('ops_case')
    .select(['kind', 'subject', 'amount_paise'])
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .execute();
const readMails = async () =>
  (await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`)).text();
const waitForMail = (text: string) =>
  waitFor(`a mail that says ${text}`, async () => (await readMails()).includes(text));

test('seals the previous day and notifies nobody if everything holds', async () => {
  expect(await countSealedDays()).toBe(0);
  await runNight();
  expect(await countSealedDays()).toBe(1);
  expect(await listOpenCases()).toEqual([]);
  expect(await readMails()).not.toContain('FWS ops case');
});

test('notifies operators once of the provider’s costs that must be paid in', async () => {
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('the settlement', async () =>
    (await world.db.selectFrom('settlement').select('state').execute()).some(
      ({ state }) => state === 'received',
    ),
  );
  await runNight();
  await runNight();
  const { fee_paise: fee, gst_paise: gst } = await world.db
    .selectFrom('settlement')
    .select(['fee_paise', 'gst_paise'])
    .executeTakeFirstOrThrow();
  expect(fee).toBeGreaterThan(0);
  expect(await listOpenCases()).toEqual([
    { kind: 'cover_short', subject: 'own funds', amount_paise: fee + gst },
  ]);
  await waitForMail('cover_short');
});

const countVerifiedDays = async () =>
  (await sql`SELECT day FROM ledger.verified_day`.execute(world.db)).rows.length;
const listBrokenSubjects = async () =>
  (await listOpenCases())
    .filter(({ kind }) => kind === 'ledger_broken')
    .map(({ subject }) => subject.replace(/\d{4}-\d\d-\d\d/, 'of yesterday'));
const changeOldEntry = (by: '+' | '-') =>
  runBehindTriggers(`UPDATE ledger.entry SET amount = amount ${by} sign(amount) * 100
    WHERE txn_id = (SELECT min(id) FROM ledger.txn)`);

test('the weekly check detects a row of a verified day changed behind the triggers', async () => {
  expect(await countVerifiedDays()).toBe(1);
  await changeOldEntry('+');
  try {
    await runNight();
    expect(await listBrokenSubjects()).toEqual([]);
    await runNight('verify_all_books');
    const subjects = await listBrokenSubjects();
    expect(subjects).toContain('seal of yesterday');
    expect(subjects).toContain('invariant 3');
    // A night that checked the newest day alone would close the cases.
    await runNight();
    expect(await listBrokenSubjects()).toEqual(subjects);
  } finally {
    await changeOldEntry('-');
  }
  await waitForMail('ledger_broken: invariant 3');
  await waitForMail('its entries were changed');
  await runNight();
  expect(await listBrokenSubjects()).toEqual([]);
});

test('a night detects a change since the last verified day', async () => {
  const changeNewestEntry = (by: '+' | '-') =>
    runBehindTriggers(`UPDATE ledger.entry SET amount = amount ${by} sign(amount) * 100
      WHERE txn_id = (SELECT max(id) FROM ledger.txn)`);
  await changeNewestEntry('+');
  try {
    await runNight();
    expect(await listBrokenSubjects()).toContain('invariant 19');
  } finally {
    await changeNewestEntry('-');
  }
  await runNight();
  expect(await listBrokenSubjects()).toEqual([]);
});
