import { cancelJob, moveFund, requestChange } from '@fws/contract/contracts/calls';
import type { FundState, WorkState } from '@fws/contract/contracts/process';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { settle } from '../../server/src/domains/disputes/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { adminDisputeSettle } from '@fws/contract/admin/disputes/calls';
import type { Seen } from '../model/observe.ts';
import type { ClaimWord } from '../model/outside.ts';
import type { Product } from '../model/product.ts';
import { AMOUNT_PAISE, type Laid } from '../support/laid.ts';

/** Answers whether it took effect; a job has no answer. */
type Act = (product: Product, laid: Laid) => Promise<boolean | null>;

export interface Pair {
  name: string;
  from: { fund: FundState; work?: WorkState };
  /** Before the race, for each. */
  prepare?: Act;
  one: Act;
  other: Act;
  /** True: at most one of the two may take effect, in whatever order they come. */
  exclusive: boolean;
  /** What must not have come of it, in words; null: nothing of that. */
  ends?: (seen: Seen) => string | null;
}

const fundStep =
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
const autoRelease = task('auto_release', ({ milestoneId }) => ({ milestoneId }));
const bookOrder = task('check_order', ({ orderId }) => ({ orderId }));
const sendRefund = task('check_refund', ({ milestoneId }) => ({ refundId: `ref_m${milestoneId}`, round: 0 }));

const cancel: Act = async (product, { jobId, posterId }) =>
  (await product.call(cancelJob, posterId, { jobId, comment: 'Not needed', refundPaise: null })).ok;
const change: Act = async (product, { jobId, milestoneId, posterId }) =>
  (await product.call(requestChange, posterId, { jobId, milestoneId, comment: 'Again' })).ok;
const raise =
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

const takeBack: Act = async (product, { jobId, posterId }) =>
  (await product.call(withdrawIssue, posterId, { issueId: await disputeOf(product, jobId) })).ok;
const settleAll =
  (toWorkerPaise: number): Act =>
  async (product, { jobId, milestoneId, posterId }) => {
    const disputeId = await disputeOf(product, jobId);
    const parts = [{ milestoneId, toWorkerPaise, toPosterPaise: AMOUNT_PAISE - toWorkerPaise }];
    const settlement = { disputeId, adminId: posterId, parts, chargeBps: 200, reason: 'Heard' };
    return (await inTx(product.db, (tx) => settle(tx, settlement, product.clock.now()))).ok;
  };
const withdrawAll: Act = async (product, { workerId, accountId }) =>
  (await product.call(withdrawRequest, workerId, { amountPaise: AMOUNT_PAISE, accountId, otp: '' })).ok;
const payAtProvider: Act = async (product, { orderId, paymentId }) => {
  product.outside.orders.get(orderId)?.attempts.unshift({
    paymentId,
    amountPaise: AMOUNT_PAISE,
    currency: 'INR',
    status: 'success',
    begunAt: product.clock.ms(),
  });
  return null;
};
const earn = fundStep('released');
const earnAndAsk: Act = async (product, laid) => {
  await earn(product, laid);
  return withdrawAll(product, laid);
};
const sendMoney: Act = async (product, { workerId }) => {
  const found = await product.db
    .selectFrom('withdrawal')
    .select('id')
    .where('user_id', '=', workerId)
    .executeTakeFirstOrThrow();
  await product.runTask('advance_withdrawal', { withdrawalId: found.id });
  return null;
};

/** The admin's own call, as the page makes it. */
const adminSettles: Act = async (product, { jobId, milestoneId, posterId }) => {
  const disputeId = await disputeOf(product, jobId);
  const toWorker = { [milestoneId]: AMOUNT_PAISE };
  const command = { disputeId, decision: 'release' as const, toWorker, waiveCharge: false, reason: 'Heard' };
  return (await product.call(adminDisputeSettle, posterId, command)).ok;
};

const claimIdOf = ({ orderId }: Laid) => `disp_${orderId}`;
/** The payer's bank asks for it back; the words are what the provider says of that, the newest last. */
const claimed =
  (...words: Omit<ClaimWord, 'at'>[]): Act =>
  async ({ outside, clock }, laid) => {
    const { orderId, paymentId } = laid;
    const dated = words.map((word, index) => ({ ...word, at: clock.ms() + index }));
    outside.claims.set(claimIdOf(laid), { orderId, paymentId, amountPaise: AMOUNT_PAISE, words: dated });
    return null;
  };
const OPEN: Omit<ClaimWord, 'at'> = { status: 'open', isDebited: false };
const TAKEN: Omit<ClaimWord, 'at'> = { status: 'open', isDebited: true };
const LOST: Omit<ClaimWord, 'at'> = { status: 'lost', isDebited: true };
const WON: Omit<ClaimWord, 'at'> = { status: 'won', isDebited: false };
const hearClaim = task('check_chargeback', (laid) => ({
  provider: 'cashfree',
  chargebackId: claimIdOf(laid),
}));
/** Two questions, the first of which is answered with the word before the newest. */
const hearsOldAndNew: Act = async (product, laid) => {
  const claim = product.outside.claims.get(claimIdOf(laid));
  if (claim) claim.late = [1];
  return null;
};
const both =
  (...acts: Act[]): Act =>
  async (product, laid) => {
    for (const act of acts) await act(product, laid);
    return null;
  };

const settlementIdOf = ({ orderId }: Laid) => `set_${orderId}`;
const settledAtProvider =
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
const bookSettlement = task('check_settlement', (laid) => ({
  provider: 'cashfree',
  settlementId: settlementIdOf(laid),
}));

/** The transfer becomes that; who asks first hears what was so before. */
const transferBecomes =
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
/** Sent, and for the provider still under way. */
const sentOut: Act = async (product, laid) => {
  product.outside.obliging = false;
  await earnAndAsk(product, laid);
  await sendMoney(product, laid);
  return null;
};
const withdrawalIs =
  (...states: string[]) =>
  ({ withdrawals }: Seen): string | null =>
    withdrawals.every(({ state }) => states.includes(state)) ? null : 'the withdrawal has another end';
const isHeldOrOver = ({ claims, milestones }: Seen): string | null =>
  claims.every(({ state }) => state === 'won') ||
  milestones.every(({ held, fund }) => held || fund !== 'funded')
    ? null
    : 'a bank has a claim, and nothing holds';

const DONE = { fund: 'funded', work: 'payment_requested' } as const;
const ACCEPTED = { fund: 'accepted', work: 'payment_requested' } as const;
const PENDING = { fund: 'funding_pending' } as const;

export const PAIRS: readonly Pair[] = [
  { name: 'release | release', from: ACCEPTED, one: earn, other: earn, exclusive: false },
  {
    name: 'release | release, one key',
    from: ACCEPTED,
    one: fundStep('released', 'k'),
    other: fundStep('released', 'k'),
    exclusive: false,
  },
  { name: 'release | released by itself', from: ACCEPTED, one: earn, other: autoRelease, exclusive: false },
  { name: 'released by itself, twice', from: DONE, one: autoRelease, other: autoRelease, exclusive: false },
  { name: 'release | dispute', from: ACCEPTED, one: earn, other: raise('workerId'), exclusive: false },
  {
    name: 'released by itself | dispute',
    from: DONE,
    one: autoRelease,
    other: raise('posterId'),
    exclusive: false,
  },
  {
    name: 'released by itself | change asked for',
    from: DONE,
    one: autoRelease,
    other: change,
    exclusive: false,
  },
  { name: 'released by itself | cancel', from: DONE, one: autoRelease, other: cancel, exclusive: false },
  {
    name: 'accept | change asked for',
    from: DONE,
    one: fundStep('accepted'),
    other: change,
    exclusive: true,
  },
  { name: 'accept | cancel', from: DONE, one: fundStep('accepted'), other: cancel, exclusive: true },
  { name: 'cancel | cancel', from: { fund: 'funded' }, one: cancel, other: cancel, exclusive: false },
  {
    name: 'cancel | dispute',
    from: { fund: 'funded' },
    one: cancel,
    other: raise('workerId'),
    exclusive: true,
  },
  {
    name: 'dispute | dispute',
    from: DONE,
    one: raise('posterId'),
    other: raise('workerId'),
    exclusive: true,
  },
  {
    name: 'settle for one | settle for the other',
    from: DONE,
    prepare: raise('posterId'),
    one: settleAll(AMOUNT_PAISE),
    other: settleAll(0),
    exclusive: true,
  },
  {
    name: 'settle | dispute taken back',
    from: DONE,
    prepare: raise('posterId'),
    one: settleAll(5_000),
    other: takeBack,
    exclusive: true,
  },
  {
    name: 'dispute taken back | released by itself',
    from: DONE,
    prepare: raise('posterId'),
    one: takeBack,
    other: autoRelease,
    exclusive: false,
  },
  {
    name: 'withdraw all | withdraw all',
    from: ACCEPTED,
    prepare: earn,
    one: withdrawAll,
    other: withdrawAll,
    exclusive: true,
  },
  {
    name: 'transfer sent, twice',
    from: ACCEPTED,
    prepare: earnAndAsk,
    one: sendMoney,
    other: sendMoney,
    exclusive: false,
  },
  {
    name: 'payment booked, twice',
    from: PENDING,
    prepare: payAtProvider,
    one: bookOrder,
    other: bookOrder,
    exclusive: false,
  },
  {
    name: 'payment booked | cancel',
    from: PENDING,
    prepare: payAtProvider,
    one: bookOrder,
    other: cancel,
    exclusive: false,
  },
  {
    name: 'payment booked | dispute',
    from: PENDING,
    prepare: payAtProvider,
    one: bookOrder,
    other: raise('posterId'),
    exclusive: false,
  },
  {
    name: 'refund sent, twice',
    from: { fund: 'funded' },
    prepare: cancel,
    one: sendRefund,
    other: sendRefund,
    exclusive: false,
  },
  {
    name: 'chargeback, twice',
    from: { fund: 'funded' },
    prepare: claimed(TAKEN),
    one: hearClaim,
    other: hearClaim,
    exclusive: false,
    ends: isHeldOrOver,
  },
  {
    name: 'chargeback | release',
    from: ACCEPTED,
    prepare: claimed(TAKEN),
    one: hearClaim,
    other: earn,
    exclusive: false,
  },
  {
    name: 'chargeback | released by itself',
    from: DONE,
    prepare: claimed(TAKEN),
    one: hearClaim,
    other: autoRelease,
    exclusive: false,
  },
  {
    name: 'chargeback | cancel',
    from: { fund: 'funded' },
    prepare: claimed(TAKEN),
    one: hearClaim,
    other: cancel,
    exclusive: false,
  },
  {
    name: 'chargeback | dispute',
    from: DONE,
    prepare: claimed(OPEN),
    one: hearClaim,
    other: raise('workerId'),
    exclusive: false,
    ends: isHeldOrOver,
  },
  {
    name: 'settle | chargeback',
    from: DONE,
    prepare: both(raise('posterId'), claimed(TAKEN)),
    one: settleAll(5_000),
    other: hearClaim,
    exclusive: false,
  },
  {
    name: 'dispute taken back | chargeback',
    from: DONE,
    prepare: both(raise('posterId'), claimed(TAKEN)),
    one: takeBack,
    other: hearClaim,
    exclusive: false,
    ends: isHeldOrOver,
  },
  {
    name: 'chargeback opened | lost',
    from: { fund: 'funded' },
    prepare: both(claimed(TAKEN, LOST), hearsOldAndNew),
    one: hearClaim,
    other: hearClaim,
    exclusive: false,
    ends: ({ claims }) => (claims[0]?.state === 'lost' ? null : 'old news beat newer'),
  },
  {
    name: 'chargeback lost | won',
    from: { fund: 'funded' },
    prepare: both(claimed(TAKEN, LOST, WON), hearsOldAndNew),
    one: hearClaim,
    other: hearClaim,
    exclusive: false,
    ends: ({ claims }) => (claims[0]?.state === 'won' ? null : 'old news beat newer'),
  },
  {
    name: 'payment booked | chargeback of it',
    from: PENDING,
    prepare: both(payAtProvider, claimed(TAKEN)),
    one: bookOrder,
    other: hearClaim,
    exclusive: false,
    ends: isHeldOrOver,
  },
  {
    name: 'refund sent | chargeback',
    from: { fund: 'funded' },
    prepare: both(cancel, claimed(TAKEN)),
    one: sendRefund,
    other: hearClaim,
    exclusive: false,
  },
  {
    name: "settle | the admin's own call",
    from: DONE,
    prepare: raise('posterId'),
    one: adminSettles,
    other: settleAll(0),
    exclusive: true,
  },
  {
    name: "the admin's own call, twice",
    from: DONE,
    prepare: raise('posterId'),
    one: adminSettles,
    other: adminSettles,
    exclusive: true,
  },
  {
    name: 'settlement booked, twice',
    from: { fund: 'funded' },
    prepare: settledAtProvider('success', []),
    one: bookSettlement,
    other: bookSettlement,
    exclusive: false,
  },
  {
    name: 'settlement received | sent back',
    from: { fund: 'funded' },
    prepare: settledAtProvider('reversed', ['success']),
    one: bookSettlement,
    other: bookSettlement,
    exclusive: false,
  },
  {
    name: 'withdrawal paid, twice',
    from: ACCEPTED,
    prepare: both(sentOut, transferBecomes('paid')),
    one: sendMoney,
    other: sendMoney,
    exclusive: false,
    ends: withdrawalIs('paid'),
  },
  {
    name: 'withdrawal paid | reversed',
    from: ACCEPTED,
    prepare: both(sentOut, transferBecomes('reversed', 'paid')),
    one: sendMoney,
    other: sendMoney,
    exclusive: false,
    ends: withdrawalIs('reversed'),
  },
  {
    name: 'withdrawal under way | failed',
    from: ACCEPTED,
    prepare: both(sentOut, transferBecomes('failed', 'processing')),
    one: sendMoney,
    other: sendMoney,
    exclusive: false,
    ends: withdrawalIs('failed'),
  },
];
