import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  advanceWithdrawal,
  createBankAccount,
  waitForWithdrawal,
  waitForPostponement,
  listWithdrawalNotifications,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../../test/payouts.ts';
import { earn } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { createLog } from '../../../platform/log.ts';
import type { PayoutGateway, Transfer } from '../../../ports/payout-gateway.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { transitionIdentities } from '../../identity/index.ts';
import { getBalance, listOpenCases, toWithdrawalAccount } from '../../ledger/index.ts';
import { requestWithdrawalInTx } from '../withdrawals/service.ts';

const HOUR_MS = 3600_000;

// Answers that no real provider should give, and that must not cost anybody money.
type ScriptedAnswer = Partial<Transfer> | 'missing' | 'silence';
let answerToCreate: ScriptedAnswer;
let answerToLookup: ScriptedAnswer;
let sentIds: string[] = [];
const logLines: string[] = [];

const toTransfer = (answer: Partial<Transfer>, transferId: string): Transfer => ({
  transferId,
  providerTransferId: null,
  amountPaise: 500_00,
  status: 'processing',
  utr: null,
  reason: null,
  chargePaise: 0,
  ...answer,
});

function replyWith(answer: ScriptedAnswer, transferId: string): Promise<Transfer | null> {
  if (answer === 'silence') return Promise.reject(new ProviderError('unknown', 'no_answer', 'no answer'));
  return Promise.resolve(answer === 'missing' ? null : toTransfer(answer, transferId));
}

const gateway: PayoutGateway = {
  provider: 'scripted',
  addBeneficiary: ({ beneficiaryId }) => Promise.resolve({ beneficiaryId, status: 'verified' }),
  checkName: (_, claimedName) => Promise.resolve({ nameAtBank: claimedName, match: 'full' }),
  async createTransfer({ transferId }) {
    sentIds.push(transferId);
    const transfer = await replyWith(answerToCreate, transferId);
    if (!transfer) throw new ProviderError('rejected', 'refused', 'refused');
    return transfer;
  },
  getTransfer: (transferId) => replyWith(answerToLookup, transferId),
  listTransfers: () => Promise.resolve(null),
  getBalance: () => Promise.resolve(null),
  readWebhook: () => ({ verdict: 'malformed', reason: 'scripted' }),
};

let world: World;
let poster: TestUser;
beforeAll(async () => {
  world = await startWorld({ ports: { payouts: gateway }, log: createLog((line) => logLines.push(line)) });
  poster = await world.user();
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

async function createEarner(): Promise<{ user: TestUser; accountId: number }> {
  const user = await world.user({ identity: 'verified' });
  await earn(world, { poster, worker: user }, '500');
  const { id } = await createBankAccount(user, '50100417700123');
  return { user, accountId: id };
}

async function startWithdrawal(): Promise<{ user: TestUser; id: number }> {
  const { user, accountId } = await createEarner();
  sentIds = [];
  return { user, id: parseWithdrawalId(await withdraw(user, accountId, '500')) };
}

const listErrors = (id: number): string[] =>
  logLines.filter((line) => line.includes('"level":"error"') && line.includes(`"withdrawalId":${id}`));

test('logs an error and moves nothing when the provider reports another amount', async () => {
  answerToCreate = { status: 'paid', amountPaise: 499_00 };
  answerToLookup = answerToCreate;
  const { user, id } = await startWithdrawal();
  await waitFor('the error', () => listErrors(id).length > 0);
  expect((await readWithdrawalRow(world, id)).state).toBe('processing');
  expect(await readWalletPaise(world, user)).toBe(0);
  answerToLookup = { status: 'paid' };
  await waitForWithdrawal(world, id, 'paid');
});

test('logs an error and moves nothing when a paid transfer is reported as failed', async () => {
  answerToCreate = { status: 'paid' };
  answerToLookup = { status: 'failed' };
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  await advanceWithdrawal(world, id);
  await waitFor('the error', () => listErrors(id).length > 0);
  expect((await readWithdrawalRow(world, id)).state).toBe('paid');
  expect(await readWalletPaise(world, user)).toBe(0);
});

test('opens a case and moves nothing when a failed and returned transfer is reported as paid', async () => {
  answerToCreate = { status: 'failed', reason: 'account closed' };
  answerToLookup = { status: 'paid' };
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'failed');
  expect((await readWithdrawalRow(world, id)).next_check_at).not.toBeNull();
  await advanceWithdrawal(world, id);
  await waitFor('somebody to be asked to look', async () =>
    (await listOpenCases(world.db)).some(
      ({ kind, subject }) => kind === 'withdrawal_contradicted' && subject === String(id),
    ),
  );
  expect((await readWithdrawalRow(world, id)).state).toBe('failed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
});

test('repeats the last check of a failed transfer until it is answered, and opens a case if it was paid', async () => {
  answerToCreate = { status: 'failed', reason: 'account closed' };
  answerToLookup = 'silence';
  const { id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'failed');
  const fourDaysMs = 96 * HOUR_MS;
  world.clock.advance(fourDaysMs);
  try {
    await advanceWithdrawal(world, id);
    await world.drain();
    const { next_check_at: next } = await readWithdrawalRow(world, id);
    expect(next?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    answerToLookup = { status: 'paid' };
    await advanceWithdrawal(world, id);
    await world.drain();
    const openCases = await listOpenCases(world.db);
    expect(openCases.filter(({ subject }) => subject === String(id))).toMatchObject([
      { kind: 'withdrawal_contradicted' },
    ]);
    expect((await readWithdrawalRow(world, id)).next_check_at).toBeNull();
  } finally {
    world.clock.advance(-fourDaysMs);
  }
});

test('a failed transfer that the provider never received stays failed and is checked for a while', async () => {
  answerToCreate = 'missing';
  answerToLookup = 'missing';
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'failed');
  await advanceWithdrawal(world, id);
  await world.drain();
  expect(sentIds).toHaveLength(1);
  expect((await readWithdrawalRow(world, id)).next_check_at).not.toBeNull();
  expect(await readWalletPaise(world, user)).toBe(500_00);
});

test('a paid transfer that the provider no longer knows stays paid', async () => {
  answerToCreate = { status: 'paid' };
  answerToLookup = 'missing';
  const { id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  await advanceWithdrawal(world, id);
  await waitFor('the error', () => listErrors(id).length > 0);
  expect((await readWithdrawalRow(world, id)).state).toBe('paid');
});

test('after no answer, looks the transfer up and sends it again only if it was never received', async () => {
  answerToCreate = 'silence';
  answerToLookup = 'silence';
  const { user, id } = await startWithdrawal();
  await waitForPostponement(world, id);
  expect(sentIds).toHaveLength(1);
  await advanceWithdrawal(world, id);
  await world.drain();
  expect(sentIds).toHaveLength(1);
  expect(await readWalletPaise(world, user)).toBe(0);
  answerToLookup = 'missing';
  answerToCreate = { status: 'paid' };
  await waitForWithdrawal(world, id, 'paid');
  expect(new Set(sentIds).size).toBe(1);
});

test('after a day without a status, alerts operators and the worker once, and resolves the case by itself', async () => {
  answerToCreate = 'silence';
  answerToLookup = 'silence';
  const { user, id } = await startWithdrawal();
  await waitForPostponement(world, id);
  const { transfer_id: transferId, destination } = await readWithdrawalRow(world, id);
  const listCases = () =>
    world.db
      .selectFrom('ops_case')
      .select(['kind', 'amount_paise', 'resolved_at'])
      .where('subject', '=', String(id))
      .execute();
  const listMails = async (): Promise<string[]> => {
    const outbox = await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`);
    const all = (await outbox.json()) as object[];
    return all.map((mail) => JSON.stringify(mail)).filter((mail) => mail.includes(transferId));
  };
  const runCheck = async () => {
    await advanceWithdrawal(world, id);
    await world.drain();
  };
  let advancedMs = 0;
  const advanceClock = (ms: number) => {
    world.clock.advance(ms);
    advancedMs += ms;
  };
  try {
    advanceClock(23 * HOUR_MS);
    await runCheck();
    expect(await listCases()).toEqual([]);
    advanceClock(2 * HOUR_MS);
    await runCheck();
    await runCheck();
    expect(await listCases()).toEqual([
      { kind: 'withdrawal_unknown', amount_paise: 500_00, resolved_at: null },
    ]);
    await waitFor('the mail', async () => (await listMails()).length > 0);
    expect(await listMails()).toHaveLength(1);
    expect((await listMails())[0]).not.toContain(destination);
    expect(await listWithdrawalNotifications(world, user)).toEqual([
      'withdrawal_requested',
      'withdrawal_delayed',
    ]);
    expect((await readWithdrawalRow(world, id)).state).toBe('processing');
    expect(await readWalletPaise(world, user)).toBe(0);
    expect(await getBalance(world.db, toWithdrawalAccount(id))).toBe(500_00);

    // Nobody acts: the provider answers again, and the next check is within the hour.
    answerToLookup = { status: 'paid', utr: 'SB2' };
    advanceClock(HOUR_MS);
    await inTx(world.db, (tx) => enqueue(tx, 'reconcile_withdrawals', {}));
    await waitForWithdrawal(world, id, 'paid');
    await world.drain();
    expect(await listCases()).toMatchObject([{ kind: 'withdrawal_unknown', resolved_at: expect.any(Date) }]);
    expect(await listWithdrawalNotifications(world, user)).toEqual([
      'withdrawal_requested',
      'withdrawal_delayed',
      'withdrawal_paid',
    ]);
    expect(new Set(sentIds).size).toBe(1);
  } finally {
    world.clock.advance(-advancedMs);
  }
});

test('a refused transfer becomes paid when an earlier attempt went through', async () => {
  answerToCreate = 'missing';
  answerToLookup = { status: 'paid', utr: 'SB1' };
  const { id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'paid');
  expect((await readWithdrawalRow(world, id)).utr).toBe('SB1');
});

test('returns the money of a transfer that was reversed before it was seen as paid', async () => {
  answerToCreate = { status: 'reversed', reason: 'account closed' };
  const { user, id } = await startWithdrawal();
  await waitForWithdrawal(world, id, 'reversed');
  expect(await readWalletPaise(world, user)).toBe(500_00);
});

test('does not send the money when the identity is revoked before sending', async () => {
  answerToCreate = { status: 'paid' };
  const { user, accountId } = await createEarner();
  sentIds = [];
  const id = await inTx(world.db, async (tx) => {
    const params = {
      userId: user.id,
      accountId,
      amountPaise: 500_00,
      provider: 'scripted',
      now: world.clock.now(),
    };
    const requested = await requestWithdrawalInTx(tx, params, 'en');
    const identity = { id: user.id, identity_state: 'verified' as const };
    const by = { role: 'admin' as const, userId: user.id };
    await transitionIdentities(tx, [identity], 'revoke', { by, at: world.clock.now() });
    return requested.ok ? requested.value.id : 0;
  });
  await waitForWithdrawal(world, id, 'failed');
  expect(sentIds).toEqual([]);
  expect(await readWalletPaise(world, user)).toBe(500_00);
});
