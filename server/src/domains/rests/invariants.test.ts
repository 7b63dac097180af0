import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { BEFORE_EVERYTHING } from '../../../test/ledger/verified-day.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { createBankAccount, parseWithdrawalId, waitForWithdrawal, withdraw } from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { invariants } from './invariants.ts';

// Each invariant must detect its violation, in a wallet with three releases of which the first was withdrawn.
let world: World;
let worker: TestUser;
let withdrawalId: number;
beforeEach(async () => {
  world = await startWorld();
  const poster = await world.user();
  worker = await world.user({ identity: 'verified' });
  for (const rupees of ['100', '200', '300']) await earn(world, { poster, worker }, rupees);
  const account = await createBankAccount(worker, '50100417700123');
  withdrawalId = parseWithdrawalId(await withdraw(worker, account.id, '100'));
  await waitForWithdrawal(world, withdrawalId, 'paid');
  await world.drain();
  await expectSoundLedger(world.db);
});
afterEach(() => world.close());

async function expectBroken(ids: readonly number[]): Promise<void> {
  const list = async (since: Parameters<typeof verifyLedger>[2]) =>
    (await verifyLedger(world.db, invariants, since)).map(({ invariant }) => invariant.id);
  expect(await list(null)).toEqual(ids);
  expect(await list(BEFORE_EVERYTHING)).toEqual(ids);
}
const run = (text: ReturnType<typeof sql>) => text.execute(world.db);
const SECOND = sql`(SELECT id FROM wallet_release ORDER BY id OFFSET 1 LIMIT 1)`;

test('detects a release that is not recorded', async () => {
  await run(sql`UPDATE wallet_release SET amount_paise = 5, left_paise = 5 WHERE amount_paise = 30000`);
  await expectBroken([21]);
});

test('detects that more is left of a release than was not taken', async () => {
  await run(sql`UPDATE wallet_release SET left_paise = 10000 WHERE amount_paise = 10000`);
  await run(
    sql`UPDATE wallet_release SET amount_paise = 10000, left_paise = 10000 WHERE amount_paise = 20000`,
  );
  await expectBroken([22]);
});

test('detects a withdrawal that took from no release', async () => {
  await run(sql`UPDATE release_part SET returned_at = now(), returned_event = nextval('release_event')`);
  await run(sql`UPDATE wallet_release SET left_paise = 10000 WHERE amount_paise = 10000`);
  await run(
    sql`UPDATE wallet_release SET amount_paise = 10000, left_paise = 10000 WHERE amount_paise = 20000`,
  );
  await expectBroken([23]);
});

test('detects that a release was withdrawn while it rested', async () => {
  await run(sql`UPDATE wallet_release SET rest_until = now() + interval '3 days' WHERE amount_paise = 10000`);
  await expectBroken([24]);
});

test('detects that a release was withdrawn while it was on hold', async () => {
  await run(sql`INSERT INTO release_hold (release_id, cause, subject, held_at, held_event)
    SELECT release_id, 'admin', 'looked into', now(), taken_event - 1 FROM release_part`);
  await expectBroken([24]);
});

test('detects that a newer release was withdrawn before an older one', async () => {
  await run(sql`UPDATE release_part SET release_id = ${SECOND}`);
  await run(sql`UPDATE wallet_release SET left_paise = 10000 WHERE amount_paise <= 20000`);
  await expectBroken([25]);
});
