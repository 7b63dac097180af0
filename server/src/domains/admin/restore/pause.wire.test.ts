import { cancelJob } from '@fws/contract/contracts/calls';
import { auditLog } from '@fws/contract/admin/calls';
import { paymentHistory } from '@fws/contract/payouts/calls';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import {
  advanceWithdrawal,
  createBankAccount,
  waitForWithdrawal,
  listWithdrawalNotifications,
  readWalletPaise,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../../../test/payouts.ts';
import { award, earn, fund, readFundState, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composePorts } from '../../../compose-ports.ts';
import { readConfig } from '../../../config/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { PaymentGateway } from '../../../ports/payment-gateway.ts';
import type { PayoutGateway } from '../../../ports/payout-gateway.ts';
import { closeRestore, findOpenRestore } from '../../ledger/index.ts';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { markRestored } from './mark.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let accountId: number;
/** The ids of transfers and refunds that reached the providers. */
let sent: string[] = [];

beforeAll(async () => {
  let sandbox: ReturnType<typeof composePorts> | undefined;
  const createCountingGateway = (port: 'payouts' | 'payments', name: string, key: string) =>
    new Proxy({} as PayoutGateway & PaymentGateway, {
      get(_, method: string) {
        if (method === 'provider') return 'cashfree';
        const gateway = sandbox?.[port] as unknown as Record<
          string,
          (order: Record<string, string>) => unknown
        >;
        if (method !== name) return gateway[method];
        return (order: Record<string, string>) => {
          sent.push(order[key] ?? '');
          return gateway[method]?.(order);
        };
      },
    });
  world = await startWorld({
    ports: {
      payouts: createCountingGateway('payouts', 'createTransfer', 'transferId'),
      payments: createCountingGateway('payments', 'createRefund', 'refundId'),
    },
  });
  sandbox = composePorts(readConfig(world.config));
});
beforeEach(async () => {
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  accountId = (await createBankAccount(worker, '50100417700123')).id;
  await earn(world, { poster, worker }, '500');
  await world.drain();
  sent = [];
});
afterEach(async () => {
  await reopen();
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const mark = () => markRestored(world.db, null, world.clock.now());

/** Does what an approved reopening does, without the approval. */
async function reopen(): Promise<void> {
  const open = await findOpenRestore(world.db);
  if (!open) return;
  await inTx(world.db, async (tx) => {
    await closeRestore(tx, open.id, world.clock.now());
    await enqueue(tx, 'resume_withdrawals', {});
    await enqueue(tx, 'resume_refunds', {});
  });
}

const withdrawAll = async () => parseWithdrawalId(await withdraw(worker, accountId, '500'));

/** Waits until the task has run and scheduled the next check. */
async function waitUntilPostponed(id: number): Promise<void> {
  await waitFor(`withdrawal ${id} to wait`, async () => {
    const { next_check_at: next } = await readWithdrawalRow(world, id);
    return next !== null && next > world.clock.now();
  });
}

test('delays a withdrawal during a pause with a reason, and sends it once after reopening', async () => {
  await mark();
  const answer = await withdraw(worker, accountId, '500');
  expect(answer.message).toContain('Payouts are paused');
  const id = parseWithdrawalId(answer);
  await waitUntilPostponed(id);
  await advanceWithdrawal(world, id);
  await world.drain();
  expect(sent).toEqual([]);
  expect(await readWithdrawalRow(world, id)).toMatchObject({ state: 'requested', reason: null });
  const { withdrawals } = await worker.done(paymentHistory, {});
  expect(withdrawals).toMatchObject([
    { state: 'requested', reason: expect.stringMatching(/^Payouts are paused .* Your money is safe/) },
  ]);
  expect(await listWithdrawalNotifications(world, worker)).toEqual(['withdrawal_waits']);

  await reopen();
  await waitForWithdrawal(world, id, 'paid');
  await advanceWithdrawal(world, id);
  await world.drain();
  expect(sent).toEqual([(await readWithdrawalRow(world, id)).transfer_id]);
  expect(await readWalletPaise(world, worker)).toBe(0);
});

test('sends no notification of a late withdrawal during a pause of days', async () => {
  await mark();
  const id = await withdrawAll();
  await waitUntilPostponed(id);
  world.clock.advance(48 * 3600_000);
  await advanceWithdrawal(world, id);
  await waitUntilPostponed(id);
  expect(await listWithdrawalNotifications(world, worker)).toEqual(['withdrawal_waits']);
  const opsCases = await world.db
    .selectFrom('ops_case')
    .select('kind')
    .where('subject', '=', String(id))
    .execute();
  expect(opsCases).toEqual([]);
});

test('does not resend a transfer that the restored database has forgotten, but finds it at the provider', async () => {
  const id = await withdrawAll();
  await waitForWithdrawal(world, id, 'paid');
  sent = [];
  // The state of the backup: from just before the transfer was sent.
  const withdrawal = await readWithdrawalRow(world, id);
  await mark();
  const forgotten = await forgetSending(withdrawal.transfer_id);
  await advanceWithdrawal(world, forgotten);
  await waitForWithdrawal(world, forgotten, 'paid');
  expect(sent).toEqual([]);
});

/** Adds the same transfer to the books again, as a withdrawal that was only requested. */
async function forgetSending(transferId: string): Promise<number> {
  await earn(world, { poster, worker }, '500');
  await world.drain();
  const id = await withdrawAll();
  await waitUntilPostponed(id);
  await inTx(world.db, async (tx) => {
    await tx
      .updateTable('withdrawal')
      .set({ transfer_id: `${transferId}x` })
      .where('transfer_id', '=', transferId)
      .execute();
    await tx.updateTable('withdrawal').set({ transfer_id: transferId }).where('id', '=', id).execute();
  });
  return id;
}

test('delays refunds during a pause, but not incoming payments', async () => {
  await mark();
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'terms' });
  const at = getMilestoneAt(contract);
  await fund(world, poster, at);
  await poster.done(cancelJob, {
    jobId: String(contract.jobId),
    comment: 'Plans changed',
    refundText: '',
  });
  await waitFor('the refund to wait', async () => {
    const row = await world.db
      .selectFrom('refund')
      .select('next_check_at')
      .where('milestone_id', '=', at.milestoneId)
      .executeTakeFirst();
    return row?.next_check_at != null && row.next_check_at > world.clock.now();
  });
  expect(sent).toEqual([]);
  expect(await readFundState(world, at)).toBe('refund_pending');

  await reopen();
  await waitFor('the refund', async () => (await readFundState(world, at)) === 'refunded');
  expect(sent).toEqual([`ref_m${at.milestoneId}`]);
});

test('refuses transfers and refunds in the gateways themselves during a pause', async () => {
  const { composeDeps } = await import('../../../compose.ts');
  const composed = composeDeps(readConfig(world.config), { ports: { clock: world.clock } });
  const { payouts, payments } = composed.deps.ports;
  await mark();
  const refused = { outcome: 'limited', code: 'payouts_paused' };
  const transfer = {
    transferId: 'fws_x',
    amountPaise: 100,
    beneficiaryId: 'x',
    mode: 'bank',
    remarks: '',
  } as const;
  await expect(payouts.createTransfer(transfer)).rejects.toMatchObject(refused);
  const refund = { orderId: 'x', paymentId: 'y', refundId: 'z', amountPaise: 100, note: '' };
  await expect(payments.createRefund(refund)).rejects.toMatchObject(refused);
  expect(await payouts.getTransfer('fws_x')).toBeNull();
  await composed.close();
});

test('does not reuse ids that were assigned after the backup', async () => {
  const before = await world.user();
  await mark();
  const after = await world.user();
  expect(after.id - before.id).toBeGreaterThan(1_000_000);
  await mark();
  expect((await world.user()).id - after.id).toBe(1);
});

test('marks a restore once, with one audit entry and the time of the newest transaction', async () => {
  const { rows } = await sql<{ at: Date }>`SELECT max(posted_at) AS at FROM ledger.txn`.execute(world.db);
  const first = await mark();
  expect(first).toMatchObject({ isNew: true });
  expect(Math.abs((first?.restore.restoredTo.getTime() ?? 0) - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(2);
  expect(await mark()).toMatchObject({ isNew: false, restore: first?.restore });
  const boss = await createAdmin(world);
  const { items } = await boss.user.done(auditLog, {
    subject: 'restore',
    subjectId: String(first?.restore.id),
  });
  expect(items).toMatchObject([
    {
      act: 'database_restored',
      adminId: null,
      details: { restoredTo: first?.restore.restoredTo.toISOString(), isDetected: true },
    },
  ]);
});
