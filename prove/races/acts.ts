import { cancelJob, moveFund, requestChange } from '@fws/contract/contracts/calls';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { settle } from '../../server/src/domains/disputes/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import { adminMatterDecide } from '@fws/contract/admin/matters/calls';
import type { MatterDecision, MatterKind } from '@fws/contract/admin/matters/model';
import type { ClaimWord } from '../model/outside.ts';
import type { Product } from '../model/product.ts';
import { AMOUNT_PAISE, type Laid } from '../support/laid.ts';

/** Resolves with whether it took effect; null for a task, which has no answer. */
export type Act = (product: Product, laid: Laid) => Promise<boolean | null>;

export const fundStep =
  (step: 'accepted' | 'released', key?: string): Act =>
  async (product, { jobId, milestoneId, posterId }) => {
    const command = { jobId, milestoneId, step, amountPaise: null };
    return (await product.call(moveFund, posterId, command, key ? `${key}${milestoneId}` : null)).ok;
  };
const task =
  (name: string, payload: (laid: Laid) => Record<string, string | number>): Act =>
  async (product, laid) => {
    await product.runTask(name, payload(laid));
    return null;
  };
export const autoRelease = task('auto_release', ({ milestoneId }) => ({ milestoneId }));
export const bookOrder = task('check_order', ({ orderId }) => ({ orderId }));
export const sendRefund = task('check_refund', ({ milestoneId }) => ({
  refundId: `ref_m${milestoneId}`,
  round: 0,
}));

export const cancel: Act = async (product, { jobId, posterId }) =>
  (await product.call(cancelJob, posterId, { jobId, comment: 'Not needed', refundPaise: null })).ok;
export const change: Act = async (product, { jobId, milestoneId, posterId }) =>
  (await product.call(requestChange, posterId, { jobId, milestoneId, comment: 'Again' })).ok;
export const raise =
  (by: 'posterId' | 'workerId'): Act =>
  async (product, laid) =>
    (await product.call(raiseIssue, laid[by], { jobId: laid.jobId, issue: 'payment', details: 'No' })).ok;

async function disputeOf(product: Product, jobId: number): Promise<number> {
  const found = await product.db
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return found?.id ?? 0;
}

export const takeBack: Act = async (product, { jobId, posterId }) =>
  (await product.call(withdrawIssue, posterId, { issueId: await disputeOf(product, jobId) })).ok;
export const settleAll =
  (toWorkerPaise: number): Act =>
  async (product, { jobId, milestoneId, posterId }) => {
    const disputeId = await disputeOf(product, jobId);
    const parts = [{ milestoneId, toWorkerPaise, toPosterPaise: AMOUNT_PAISE - toWorkerPaise }];
    const settlement = { disputeId, adminId: posterId, parts, chargeBps: 200, reason: 'Heard' };
    return (await inTx(product.db, (tx) => settle(tx, settlement, product.clock.now()))).ok;
  };
export const withdrawAll: Act = async (product, { workerId, accountId }) =>
  (await product.call(withdrawRequest, workerId, { amountPaise: AMOUNT_PAISE, accountId, otp: '' })).ok;
export const payAtProvider: Act = async (product, { orderId, paymentId }) => {
  product.outside.orders.get(orderId)?.attempts.unshift({
    paymentId,
    amountPaise: AMOUNT_PAISE,
    currency: 'INR',
    status: 'success',
    begunAt: product.clock.ms(),
  });
  return null;
};
export const earn = fundStep('released');
export const earnAndAsk: Act = async (product, laid) => {
  await earn(product, laid);
  return withdrawAll(product, laid);
};
/** The first withdrawal, because the other side of a race may request another. */
async function withdrawalIdOf({ db }: Product, { workerId }: Laid): Promise<number> {
  const rows = db.selectFrom('withdrawal').select('id').where('user_id', '=', workerId).orderBy('id');
  return (await rows.executeTakeFirstOrThrow()).id;
}
export const sendMoney: Act = async (product, laid) => {
  await product.runTask('advance_withdrawal', { withdrawalId: await withdrawalIdOf(product, laid) });
  return null;
};

/** Settles through the admin's own call, as the page does. */
export const adminSettles: Act = async (product, { jobId, milestoneId, posterId }) => {
  const disputeId = await disputeOf(product, jobId);
  const toWorker = { [milestoneId]: AMOUNT_PAISE };
  const command = { disputeId, decision: 'release' as const, toWorker, waiveCharge: false, reason: 'Heard' };
  return (await product.call(adminDisputeSettle, posterId, command)).ok;
};

const claimIdOf = ({ orderId }: Laid) => `disp_${orderId}`;
/** The payer's bank charges the payment back. The provider reports these snapshots, newest last. */
export const claimed =
  (...words: Omit<ClaimWord, 'at'>[]): Act =>
  async ({ outside, clock }, laid) => {
    const { orderId, paymentId } = laid;
    const dated = words.map((word, index) => ({ ...word, at: clock.ms() + index }));
    outside.claims.set(claimIdOf(laid), { orderId, paymentId, amountPaise: AMOUNT_PAISE, words: dated });
    return null;
  };
export const OPEN: Omit<ClaimWord, 'at'> = { status: 'open', isDebited: false };
export const TAKEN: Omit<ClaimWord, 'at'> = { status: 'open', isDebited: true };
export const LOST: Omit<ClaimWord, 'at'> = { status: 'lost', isDebited: true };
export const WON: Omit<ClaimWord, 'at'> = { status: 'won', isDebited: false };
export const hearClaim = task('check_chargeback', (laid) => ({
  provider: 'cashfree',
  chargebackId: claimIdOf(laid),
}));
/** Of the next two queries the first is answered with the snapshot before the newest. */
export const hearsOldAndNew: Act = async (product, laid) => {
  const claim = product.outside.claims.get(claimIdOf(laid));
  if (claim) claim.late = [1];
  return null;
};
export const both =
  (...acts: Act[]): Act =>
  async (product, laid) => {
    for (const act of acts) await act(product, laid);
    return null;
  };

const settlementIdOf = ({ orderId }: Laid) => `set_${orderId}`;
export const settledAtProvider =
  (status: 'success' | 'reversed', late: 'success'[]): Act =>
  async ({ outside, clock }, laid) => {
    const facts = {
      settledPaise: 9_764,
      feePaise: 200,
      gstPaise: 36,
      begunAt: clock.ms(),
      wasReceived: true,
    };
    outside.settlements.set(settlementIdOf(laid), { ...facts, status, late });
    return null;
  };
export const bookSettlement = task('check_settlement', (laid) => ({
  provider: 'cashfree',
  settlementId: settlementIdOf(laid),
}));

/** Sets the status of the transfer. The next queries are answered with the `late` statuses first. */
export const transferBecomes =
  (status: 'paid' | 'reversed' | 'failed', ...late: ('paid' | 'processing')[]): Act =>
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
export const sentOut: Act = async (product, laid) => {
  product.outside.obliging = false;
  await earnAndAsk(product, laid);
  await sendMoney(product, laid);
  return null;
};

/** An admin's decision on an ops case, through the call of the page. */
export const decide =
  (kind: MatterKind, decision: MatterDecision): Act =>
  async (product, laid) => {
    const subjects: Partial<Record<MatterKind, string>> = {
      refund_failed: `ref_m${laid.milestoneId}`,
      chargeback_lost: `cashfree:${claimIdOf(laid)}`,
      chargeback_late: `cashfree:${claimIdOf(laid)}`,
    };
    const matter = await product.db
      .selectFrom('needs_look')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', subjects[kind] ?? String(await withdrawalIdOf(product, laid)))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const command = { matterId: matter.id, decision, amountPaise: null, reference: '', reason: 'Seen to' };
    return (await product.call(adminMatterDecide, laid.posterId, command)).ok;
  };

/** The provider refuses every try of the refund until the product gives up. */
export const refundGivenUp: Act = async (product, laid) => {
  await cancel(product, laid);
  for (let attempt = 0; attempt < REFUND_TRIES; attempt++) {
    refundIs(product, laid, attempt, 'failed');
    await sendRefund(product, laid);
  }
  return null;
};
/** One of the tries succeeded after all. */
export const refundWentThrough =
  (attempt: number): Act =>
  async (product, laid) => {
    refundIs(product, laid, attempt, 'success');
    return null;
  };
const REFUND_TRIES = 6;

function refundIs(product: Product, laid: Laid, attempt: number, status: 'failed' | 'success'): void {
  const id = `ref_m${laid.milestoneId}${attempt === 0 ? '' : `-${attempt}`}`;
  const { orderId, paymentId } = laid;
  const amountPaise = AMOUNT_PAISE - Math.floor(AMOUNT_PAISE / 50);
  product.outside.orders.get(orderId)?.refunds.set(id, { paymentId, amountPaise, status });
}
