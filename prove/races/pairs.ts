import type { FundState, WorkState } from '@fws/contract/contracts/process';
import type { Seen } from '../model/observe.ts';
import { AMOUNT_PAISE } from '../support/laid.ts';
import {
  type Act,
  fundStep,
  autoRelease,
  bookOrder,
  sendRefund,
  cancel,
  change,
  raise,
  takeBack,
  settleAll,
  withdrawAll,
  payAtProvider,
  earn,
  earnAndAsk,
  sendMoney,
  adminSettles,
  claimed,
  OPEN,
  TAKEN,
  LOST,
  WON,
  hearClaim,
  hearsOldAndNew,
  both,
  settledAtProvider,
  bookSettlement,
  transferBecomes,
  sentOut,
  decide,
  refundGivenUp,
  refundWentThrough,
} from './acts.ts';

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

const withdrawalIs =
  (...states: string[]) =>
  ({ withdrawals }: Seen): string | null =>
    withdrawals.every(({ state }) => states.includes(state)) ? null : 'the withdrawal has another end';
const isHeldOrOver = ({ claims, milestones }: Seen): string | null =>
  claims.every(({ state }) => state === 'won') ||
  milestones.every(({ held, fund }) => held || fund !== 'funded')
    ? null
    : 'a bank has a claim, and nothing holds';

/** The provider called the withdrawal that, and later the contrary: a person is told. */
const contradicted = (first: 'paid' | 'failed', then: 'paid' | 'failed'): Act =>
  both(sentOut, transferBecomes(first), sendMoney, transferBecomes(then), sendMoney);
const refundIs =
  (state: string) =>
  ({ refunds }: Seen): string | null =>
    refunds.every((refund) => refund.state === state) ? null : 'the refund has another end';
/** All of it lost, so that the milestone is over, and then won. */
const wonLate = both(claimed(TAKEN, LOST), hearClaim, claimed(TAKEN, LOST, WON), hearClaim);

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
  {
    name: 'withdrawal that was not paid credited, twice',
    from: ACCEPTED,
    prepare: contradicted('paid', 'failed'),
    one: decide('withdrawal_contradicted', 'credit'),
    other: decide('withdrawal_contradicted', 'credit'),
    exclusive: true,
    ends: withdrawalIs('reversed'),
  },
  {
    name: 'withdrawal that was paid after all debited, twice',
    from: ACCEPTED,
    prepare: contradicted('failed', 'paid'),
    one: decide('withdrawal_contradicted', 'debit'),
    other: decide('withdrawal_contradicted', 'debit'),
    exclusive: true,
    ends: withdrawalIs('paid'),
  },
  {
    name: 'withdrawal that was paid after all debited | withdraw all',
    from: ACCEPTED,
    prepare: contradicted('failed', 'paid'),
    one: decide('withdrawal_contradicted', 'debit'),
    other: withdrawAll,
    exclusive: true,
  },
  {
    name: 'refund sent anew, twice',
    from: { fund: 'funded' },
    prepare: refundGivenUp,
    one: decide('refund_failed', 'resend'),
    other: decide('refund_failed', 'resend'),
    exclusive: true,
  },
  {
    name: 'refund sent anew | it went through after all',
    from: { fund: 'funded' },
    prepare: both(refundGivenUp, refundWentThrough(2)),
    one: decide('refund_failed', 'resend'),
    other: sendRefund,
    exclusive: false,
    ends: refundIs('succeeded'),
  },
  {
    name: 'lost chargeback written off, twice',
    from: ACCEPTED,
    prepare: both(earn, claimed(LOST), hearClaim),
    one: decide('chargeback_lost', 'write_off'),
    other: decide('chargeback_lost', 'write_off'),
    exclusive: true,
  },
  {
    name: 'lost chargeback written off | won',
    from: ACCEPTED,
    prepare: both(earn, claimed(LOST), hearClaim, claimed(LOST, WON)),
    one: decide('chargeback_lost', 'write_off'),
    other: hearClaim,
    exclusive: false,
    ends: ({ claims }) =>
      claims[0]?.state === 'won' && claims[0].writtenOff === 0 ? null : 'what was won stays written off',
  },
  {
    name: 'late money to the worker | to the payer',
    from: { fund: 'funded' },
    prepare: wonLate,
    one: decide('chargeback_late', 'credit'),
    other: decide('chargeback_late', 'send_back'),
    exclusive: true,
  },
];
