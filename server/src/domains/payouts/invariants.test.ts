import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { verifyLedger, type VerifiedDay } from '../ledger/index.ts';
import { postInTx } from '../../../test/ledger/postings.ts';
import { BEFORE_EVERYTHING } from '../../../test/ledger/verified-day.ts';
import { invariants } from './invariants.ts';

// Each invariant must detect its violation.
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const listBrokenInvariants = async (since: VerifiedDay | null): Promise<number[]> =>
  (await verifyLedger(database.db, invariants, since)).map(({ invariant }) => invariant.id);

async function expectBroken(ids: number[], nightIds = ids): Promise<void> {
  expect(await listBrokenInvariants(null)).toEqual(ids);
  expect(await listBrokenInvariants(BEFORE_EVERYTHING)).toEqual(nightIds);
}

async function plantWithdrawal(state: 'requested' | 'paid', identityName: string): Promise<void> {
  const { db } = database;
  const now = new Date();
  const user = await db
    .insertInto('user_account')
    .values({
      first_name: 'Asha',
      last_name: 'Kale',
      email: 'asha@mail.example',
      mobile: '+919876543210',
      register_for: 'individual',
      looking_for: ['projects'],
      location: 'Pune',
      identity_name: identityName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = await db
    .insertInto('payout_account')
    .values({
      user_id: user.id,
      kind: 'upi',
      upi_id: 'asha@okbank',
      holder_name: '',
      beneficiary_id: 'ben_1',
      usable_from: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('withdrawal')
    .values({
      transfer_id: 'fws_1',
      user_id: user.id,
      account_id: account.id,
      destination: 'asha@okbank',
      amount_paise: 100_00,
      state,
      created_at: now,
    })
    .execute();
}

const moveMoney = (from: string, to: string) =>
  postInTx(database.db, {
    kind: 'release',
    key: `${from}:${to}`,
    entries: [
      { account: from, amountPaise: 100_00 },
      { account: to, amountPaise: -100_00 },
    ],
    refs: {},
    eventTime: new Date(),
  });

test('finds no violation when no money has moved', async () => {
  await expectBroken([]);
});

test('detects a withdrawal under way with no money set aside', async () => {
  await plantWithdrawal('requested', 'ASHA KALE');
  await expectBroken([10]);
});

test('detects money set aside for a withdrawal that does not exist', async () => {
  await moveMoney('provider_clearing', 'withdrawal:999');
  await expectBroken([10]);
});

test('detects that more is owed than held', async () => {
  await moveMoney('fee_income', 'wallet:1');
  await expectBroken([13]);
});

test('detects a withdrawal of a user who was never verified', async () => {
  await plantWithdrawal('paid', '');
  // It changed no state and moved no money, as nothing in the product does: only a full check reads it.
  await expectBroken([14], []);
});
