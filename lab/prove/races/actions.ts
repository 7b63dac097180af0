import { cancelJob, moveFund, requestChange } from '@fws/contract/contracts/calls';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { escrowEvents } from '../../../server/src/domains/contracts/index.ts';
import { settleDispute } from '../../../server/src/domains/disputes/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import { adminCaseDecide } from '@fws/contract/admin/cases/calls';
import type { OpsCaseDecision, OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { ChargebackSnapshot } from '../support/product/outside.ts';
import type { Product } from '../support/product/product.ts';
import { AMOUNT_PAISE, type Fixture } from '../support/fixtures.ts';

/** Resolves with whether it took effect; null for a task, which has no answer. */
export type RaceAction = (product: Product, laid: Fixture) => Promise<boolean | null>;

export const buildFundStep =
  (step: 'accepted' | 'released', key?: string, acceptsWork = false): RaceAction =>
  async (product, { jobId, milestoneId, posterId }) => {
    const command = { jobId, milestoneId, step, amountPaise: null, acceptsWork };
    return (await product.call(moveFund, posterId, command, key ? `${key}${milestoneId}` : null)).ok;
  };
const buildTaskAction =
  (name: string, payload: (laid: Fixture) => Record<string, string | number>): RaceAction =>
  async (product, laid) => {
    await product.runTask(name, payload(laid));
    return null;
  };
export const autoRelease = buildTaskAction('auto_release', ({ milestoneId }) => ({ milestoneId }));
export const bookOrder = buildTaskAction('check_order', ({ orderId }) => ({ orderId }));
export const sendRefund = buildTaskAction('check_refund', ({ milestoneId }) => ({
  refundId: `ref_m${milestoneId}`,
  round: 0,
}));

export const cancel: RaceAction = async (product, { jobId, posterId }) =>
  (await product.call(cancelJob, posterId, { jobId, comment: 'Not needed', refundPaise: null, excuse: null }))
    .ok;
export const change: RaceAction = async (product, { jobId, milestoneId, posterId }) =>
  (await product.call(requestChange, posterId, { jobId, milestoneId, comment: 'Again' })).ok;
export const raise =
  (by: 'posterId' | 'workerId'): RaceAction =>
  async (product, laid) =>
    (
      await product.call(raiseIssue, laid[by], {
        jobId: laid.jobId,
        issue: 'payment',
        details: 'No',
        milestoneIds: null,
      })
    ).ok;

async function findDisputeId(product: Product, jobId: number): Promise<number> {
  const dispute = await product.db
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return dispute?.id ?? 0;
}

const adminIds = new WeakMap<Product, Promise<number>>();

/** One admin for all races: nobody decides their own case, so they are no party of any job. */
function findAdminId(product: Product): Promise<number> {
  const known = adminIds.get(product) ?? insertAdmin(product);
  adminIds.set(product, known);
  return known;
}

async function insertAdmin({ owner }: Product): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
      VALUES ('Person', 'Admin', gen_random_uuid() || '@mail.example',
        '+91' || (6000000000 + (random() * 3999999999)::bigint), 'individual', '{services}', 'Pune')
      RETURNING id`,
  );
  return Number(rows[0]?.id);
}

export const withdrawDispute: RaceAction = async (product, { jobId, posterId }) =>
  (await product.call(withdrawIssue, posterId, { issueId: await findDisputeId(product, jobId) })).ok;
export const settleAll =
  (toWorkerPaise: number): RaceAction =>
  async (product, { jobId, milestoneId }) => {
    const disputeId = await findDisputeId(product, jobId);
    const parts = [{ milestoneId, toWorkerPaise, toPosterPaise: AMOUNT_PAISE - toWorkerPaise }];
    const settlement = {
      disputeId,
      adminId: await findAdminId(product),
      parts,
      chargeBps: 200,
      reason: 'Heard',
    };
    return (
      await inTx(product.db, (tx) =>
        settleDispute(tx, settlement, { escrowEvents, now: product.clock.now() }),
      )
    ).ok;
  };
export const withdrawAll: RaceAction = async (product, { workerId, accountId }) =>
  (await product.call(withdrawRequest, workerId, { amountPaise: AMOUNT_PAISE, accountId, otp: '' })).ok;
export const payAtProvider: RaceAction = async (product, { orderId, paymentId }) => {
  product.outside.orders.get(orderId)?.attempts.unshift({
    paymentId,
    amountPaise: AMOUNT_PAISE,
    currency: 'INR',
    status: 'success',
    begunAt: product.clock.ms(),
  });
  return null;
};
export const earn = buildFundStep('released');
/** Accepts the work and releases its money in one command. */
export const acceptAndRelease = buildFundStep('released', undefined, true);
/** The rests of the worker's releases are over at this moment. */
export const endRests: RaceAction = async (product, { workerId }) => {
  await product.owner.query('UPDATE wallet_release SET rest_until = $2 WHERE user_id = $1', [
    workerId,
    product.clock.now(),
  ]);
  return null;
};
/** Money in the wallet that can be withdrawn. */
export const earnFree: RaceAction = (product, laid) => runAll(earn, endRests)(product, laid);
export const earnAndWithdraw: RaceAction = async (product, laid) => {
  await earnFree(product, laid);
  return withdrawAll(product, laid);
};
/** The first withdrawal, because the other side of a race may request another. */
async function getWithdrawalId({ db }: Product, { workerId }: Fixture): Promise<number> {
  const rows = db.selectFrom('withdrawal').select('id').where('user_id', '=', workerId).orderBy('id');
  return (await rows.executeTakeFirstOrThrow()).id;
}
export const sendMoney: RaceAction = async (product, laid) => {
  await product.runTask('advance_withdrawal', { withdrawalId: await getWithdrawalId(product, laid) });
  return null;
};

/** Settles through the admin's own call, as the page does. */
export const settleAsAdmin: RaceAction = async (product, { jobId, milestoneId }) => {
  const disputeId = await findDisputeId(product, jobId);
  const toWorker = { [milestoneId]: AMOUNT_PAISE };
  const command = { disputeId, decision: 'release' as const, toWorker, waiveCharge: false, reason: 'Heard' };
  return (await product.call(adminDisputeSettle, await findAdminId(product), command)).ok;
};

const toChargebackId = ({ orderId }: Fixture) => `disp_${orderId}`;
/** The payer's bank charges the payment back. The provider reports these snapshots, newest last. */
export const setChargeback =
  (...snapshots: Omit<ChargebackSnapshot, 'at'>[]): RaceAction =>
  async ({ outside, clock }, laid) => {
    const { orderId, paymentId } = laid;
    const dated = snapshots.map((snapshot, index) => ({ ...snapshot, at: clock.ms() + index }));
    outside.chargebacks.set(toChargebackId(laid), {
      orderId,
      paymentId,
      amountPaise: AMOUNT_PAISE,
      snapshots: dated,
    });
    return null;
  };
export const OPEN: Omit<ChargebackSnapshot, 'at'> = { status: 'open', isDebited: false };
export const TAKEN: Omit<ChargebackSnapshot, 'at'> = { status: 'open', isDebited: true };
export const LOST: Omit<ChargebackSnapshot, 'at'> = { status: 'lost', isDebited: true };
export const WON: Omit<ChargebackSnapshot, 'at'> = { status: 'won', isDebited: false };
export const checkChargeback = buildTaskAction('check_chargeback', (laid) => ({
  provider: 'cashfree',
  chargebackId: toChargebackId(laid),
}));
/** Of the next two queries the first is answered with the snapshot before the newest. */
export const answerStaleFirst: RaceAction = async (product, laid) => {
  const chargeback = product.outside.chargebacks.get(toChargebackId(laid));
  if (chargeback) chargeback.late = [1];
  return null;
};
export const runAll =
  (...actions: RaceAction[]): RaceAction =>
  async (product, laid) => {
    for (const action of actions) await action(product, laid);
    return null;
  };

const toSettlementId = ({ orderId }: Fixture) => `set_${orderId}`;
export const setSettlement =
  (status: 'success' | 'reversed', late: 'success'[]): RaceAction =>
  async ({ outside, clock }, laid) => {
    const facts = {
      settledPaise: 9_764,
      feePaise: 200,
      gstPaise: 36,
      begunAt: clock.ms(),
      wasReceived: true,
    };
    outside.settlements.set(toSettlementId(laid), { ...facts, status, late });
    return null;
  };
export const bookSettlement = buildTaskAction('check_settlement', (laid) => ({
  provider: 'cashfree',
  settlementId: toSettlementId(laid),
}));

/** Sets the status of the transfer. The next queries are answered with the `late` statuses first. */
export const setTransferStatus =
  (status: 'paid' | 'reversed' | 'failed', ...late: ('paid' | 'processing')[]): RaceAction =>
  async ({ db, outside }, { workerId }) => {
    const { transfer_id: id } = await db
      .selectFrom('withdrawal')
      .select('transfer_id')
      .where('user_id', '=', workerId)
      .executeTakeFirstOrThrow();
    const transfer = outside.transfers.get(id);
    if (transfer) Object.assign(transfer, { status, late });
    return null;
  };
/** Withdraws and sends a transfer that the provider is still processing. */
export const withdrawAndSend: RaceAction = async (product, laid) => {
  product.outside.obliging = false;
  await earnAndWithdraw(product, laid);
  await sendMoney(product, laid);
  return null;
};

/** An admin's decision on an ops case, through the call of the page. */
export const decide =
  (kind: OpsCaseKind, decision: OpsCaseDecision): RaceAction =>
  async (product, laid) => {
    const subjects: Partial<Record<OpsCaseKind, string>> = {
      refund_failed: `ref_m${laid.milestoneId}`,
      chargeback_lost: `cashfree:${toChargebackId(laid)}`,
      chargeback_late: `cashfree:${toChargebackId(laid)}`,
    };
    const opsCase = await product.db
      .selectFrom('ops_case')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', subjects[kind] ?? String(await getWithdrawalId(product, laid)))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const command = { caseId: opsCase.id, decision, amountPaise: null, reference: '', reason: 'Seen to' };
    return (await product.call(adminCaseDecide, await findAdminId(product), command)).ok;
  };

/** The provider refuses every try of the refund until the product gives up. */
export const exhaustRefundTries: RaceAction = async (product, laid) => {
  await cancel(product, laid);
  for (let attempt = 0; attempt < REFUND_TRIES; attempt++) {
    setRefundStatus(product, laid, attempt, 'failed');
    await sendRefund(product, laid);
  }
  return null;
};
/** One of the tries succeeded after all. */
export const completeRefundTry =
  (attempt: number): RaceAction =>
  async (product, laid) => {
    setRefundStatus(product, laid, attempt, 'success');
    return null;
  };
const REFUND_TRIES = 6;

function setRefundStatus(
  product: Product,
  laid: Fixture,
  attempt: number,
  status: 'failed' | 'success',
): void {
  const id = `ref_m${laid.milestoneId}${attempt === 0 ? '' : `-${attempt}`}`;
  const { orderId, paymentId } = laid;
  const amountPaise = AMOUNT_PAISE - Math.floor(AMOUNT_PAISE / 50);
  product.outside.orders.get(orderId)?.refunds.set(id, { paymentId, amountPaise, status });
}
