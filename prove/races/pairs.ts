import { cancelJob, moveFund, requestChange } from '@fws/contract/contracts/calls';
import type { FundState, WorkState } from '@fws/contract/contracts/process';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { settle } from '../../server/src/domains/disputes/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
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
];
