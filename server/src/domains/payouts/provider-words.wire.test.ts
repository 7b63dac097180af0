import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../test/ledger.ts';
import {
  advance,
  bankAccount,
  becomes,
  postponed,
  toldTypes,
  walletPaise,
  withdraw,
  withdrawalIdIn,
  withdrawalRow,
} from '../../../test/payouts.ts';
import { earn } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { setIdentity } from '../identity/index.ts';
import { balance, listOpenCases, withdrawalOf } from '../ledger/index.ts';
import { requestWithdrawal } from './withdrawals.ts';

const HOUR_MS = 3600_000;

// Answers that no real provider should give, and that must not cost anybody money.
type Word = Partial<Transfer> | 'missing' | 'silence';
let sending: Word;
let asking: Word;
let sent: string[] = [];
const logged: string[] = [];

const asTransfer = (word: Partial<Transfer>, transferId: string): Transfer => ({
  transferId,
  providerTransferId: null,
  amountPaise: 500_00,
  status: 'processing',
  utr: null,
  reason: null,
  chargePaise: 0,
  ...word,
});

function spoken(word: Word, transferId: string): Promise<Transfer | null> {
  if (word === 'silence') return Promise.reject(new ProviderError('unknown', 'no_answer', 'no answer'));
  return Promise.resolve(word === 'missing' ? null : asTransfer(word, transferId));
}

const gateway: PayoutGateway = {
  provider: 'scripted',
  addBeneficiary: ({ beneficiaryId }) => Promise.resolve({ beneficiaryId, status: 'verified' }),
  checkName: (_, claimedName) => Promise.resolve({ nameAtBank: claimedName, match: 'full' }),
  async createTransfer({ transferId }) {
    sent.push(transferId);
    const transfer = await spoken(sending, transferId);
    if (!transfer) throw new ProviderError('rejected', 'refused', 'refused');
    return transfer;
  },
  getTransfer: (transferId) => spoken(asking, transferId),
  listTransfers: () => Promise.resolve(null),
  getBalance: () => Promise.resolve(null),
  readWebhook: () => ({ verdict: 'malformed', reason: 'scripted' }),
};

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ ports: { payouts: gateway }, log: createLog((line) => logged.push(line)) });
  poster = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

async function earner(): Promise<{ user: TestUser; accountId: number }> {
  const user = await world.user({ identity: 'verified' });
  await earn(world, { poster, worker: user }, '500');
  const { id } = await bankAccount(user, '50100417700123');
  return { user, accountId: id };
}

async function withdrawing(): Promise<{ user: TestUser; id: number }> {
  const { user, accountId } = await earner();
  sent = [];
  return { user, id: withdrawalIdIn(await withdraw(user, accountId, '500')) };
}

const errorsOf = (id: number): string[] =>
  logged.filter((line) => line.includes('"level":"error"') && line.includes(`"withdrawalId":${id}`));

test('logs an error and moves nothing when the provider reports another amount', async () => {
  sending = { status: 'paid', amountPaise: 499_00 };
  asking = sending;
  const { user, id } = await withdrawing();
  await waitFor('the error', () => errorsOf(id).length > 0);
  expect((await withdrawalRow(world, id)).state).toBe('processing');
  expect(await walletPaise(world, user)).toBe(0);
  asking = { status: 'paid' };
  await becomes(world, id, 'paid');
});

test('logs an error and moves nothing when a paid transfer is reported as failed', async () => {
  sending = { status: 'paid' };
  asking = { status: 'failed' };
  const { user, id } = await withdrawing();
  await becomes(world, id, 'paid');
  await advance(world, id);
  await waitFor('the error', () => errorsOf(id).length > 0);
  expect((await withdrawalRow(world, id)).state).toBe('paid');
  expect(await walletPaise(world, user)).toBe(0);
});

test('opens a case and moves nothing when a failed and returned transfer is reported as paid', async () => {
  sending = { status: 'failed', reason: 'account closed' };
  asking = { status: 'paid' };
  const { user, id } = await withdrawing();
  await becomes(world, id, 'failed');
  expect((await withdrawalRow(world, id)).next_check_at).not.toBeNull();
  await advance(world, id);
  await waitFor('somebody to be asked to look', async () =>
    (await listOpenCases(world.db)).some(
      ({ kind, subject }) => kind === 'withdrawal_contradicted' && subject === String(id),
    ),
  );
  expect((await withdrawalRow(world, id)).state).toBe('failed');
  expect(await walletPaise(world, user)).toBe(500_00);
});

test('repeats the last check of a failed transfer until it is answered, and opens a case if it was paid', async () => {
  sending = { status: 'failed', reason: 'account closed' };
  asking = 'silence';
  const { id } = await withdrawing();
  await becomes(world, id, 'failed');
  const fourDaysMs = 96 * HOUR_MS;
  world.clock.advance(fourDaysMs);
  try {
    await advance(world, id);
    await world.drain();
    const { next_check_at: next } = await withdrawalRow(world, id);
    expect(next?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    asking = { status: 'paid' };
    await advance(world, id);
    await world.drain();
    const matters = await listOpenCases(world.db);
    expect(matters.filter(({ subject }) => subject === String(id))).toMatchObject([
      { kind: 'withdrawal_contradicted' },
    ]);
    expect((await withdrawalRow(world, id)).next_check_at).toBeNull();
  } finally {
    world.clock.advance(-fourDaysMs);
  }
});

test('a failed transfer that the provider never received stays failed and is checked for a while', async () => {
  sending = 'missing';
  asking = 'missing';
  const { user, id } = await withdrawing();
  await becomes(world, id, 'failed');
  await advance(world, id);
  await world.drain();
  expect(sent).toHaveLength(1);
  expect((await withdrawalRow(world, id)).next_check_at).not.toBeNull();
  expect(await walletPaise(world, user)).toBe(500_00);
});

test('a paid transfer that the provider no longer knows stays paid', async () => {
  sending = { status: 'paid' };
  asking = 'missing';
  const { id } = await withdrawing();
  await becomes(world, id, 'paid');
  await advance(world, id);
  await waitFor('the error', () => errorsOf(id).length > 0);
  expect((await withdrawalRow(world, id)).state).toBe('paid');
});

test('after no answer, looks the transfer up and sends it again only if it was never received', async () => {
  sending = 'silence';
  asking = 'silence';
  const { user, id } = await withdrawing();
  await postponed(world, id);
  expect(sent).toHaveLength(1);
  await advance(world, id);
  await world.drain();
  expect(sent).toHaveLength(1);
  expect(await walletPaise(world, user)).toBe(0);
  asking = 'missing';
  sending = { status: 'paid' };
  await becomes(world, id, 'paid');
  expect(new Set(sent).size).toBe(1);
});

test('after a day without a status, alerts operators and the worker once, and resolves the case by itself', async () => {
  sending = 'silence';
  asking = 'silence';
  const { user, id } = await withdrawing();
  await postponed(world, id);
  const { transfer_id: transferId, destination } = await withdrawalRow(world, id);
  const matters = () =>
    world.db
      .selectFrom('needs_look')
      .select(['kind', 'amount_paise', 'resolved_at'])
      .where('subject', '=', String(id))
      .execute();
  const mails = async (): Promise<string[]> => {
    const outbox = await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`);
    const all = (await outbox.json()) as object[];
    return all.map((mail) => JSON.stringify(mail)).filter((mail) => mail.includes(transferId));
  };
  const asked = async () => {
    await advance(world, id);
    await world.drain();
  };
  let advancedMs = 0;
  const pass = (ms: number) => {
    world.clock.advance(ms);
    advancedMs += ms;
  };
  try {
    pass(23 * HOUR_MS);
    await asked();
    expect(await matters()).toEqual([]);
    pass(2 * HOUR_MS);
    await asked();
    await asked();
    expect(await matters()).toEqual([
      { kind: 'withdrawal_unknown', amount_paise: 500_00, resolved_at: null },
    ]);
    await waitFor('the mail', async () => (await mails()).length > 0);
    expect(await mails()).toHaveLength(1);
    expect((await mails())[0]).not.toContain(destination);
    expect(await toldTypes(world, user)).toEqual(['withdrawal_requested', 'withdrawal_delayed']);
    expect((await withdrawalRow(world, id)).state).toBe('processing');
    expect(await walletPaise(world, user)).toBe(0);
    expect(await balance(world.db, withdrawalOf(id))).toBe(500_00);

    // Nobody acts: the provider answers again, and the next check is within the hour.
    asking = { status: 'paid', utr: 'SB2' };
    pass(HOUR_MS);
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_withdrawals', {}));
    await becomes(world, id, 'paid');
    await world.drain();
    expect(await matters()).toMatchObject([{ kind: 'withdrawal_unknown', resolved_at: expect.any(Date) }]);
    expect(await toldTypes(world, user)).toEqual([
      'withdrawal_requested',
      'withdrawal_delayed',
      'withdrawal_paid',
    ]);
    expect(new Set(sent).size).toBe(1);
  } finally {
    world.clock.advance(-advancedMs);
  }
});

test('a refused transfer becomes paid when an earlier attempt went through', async () => {
  sending = 'missing';
  asking = { status: 'paid', utr: 'SB1' };
  const { id } = await withdrawing();
  await becomes(world, id, 'paid');
  expect((await withdrawalRow(world, id)).utr).toBe('SB1');
});

test('returns the money of a transfer that was reversed before it was seen as paid', async () => {
  sending = { status: 'reversed', reason: 'account closed' };
  const { user, id } = await withdrawing();
  await becomes(world, id, 'reversed');
  expect(await walletPaise(world, user)).toBe(500_00);
});

test('does not send the money when the identity is revoked before sending', async () => {
  sending = { status: 'paid' };
  const { user, accountId } = await earner();
  sent = [];
  const id = await inTx(world.db, async (tx) => {
    const asked = {
      userId: user.id,
      accountId,
      amountPaise: 500_00,
      provider: 'scripted',
      now: world.clock.now(),
    };
    const requested = await requestWithdrawal(tx, asked, 'en');
    await setIdentity(tx, user.id, 'refused');
    return requested.ok ? requested.value.id : 0;
  });
  await becomes(world, id, 'failed');
  expect(sent).toEqual([]);
  expect(await walletPaise(world, user)).toBe(500_00);
});
