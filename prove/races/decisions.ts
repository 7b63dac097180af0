import type { Seen } from '../model/observe.ts';
import {
  type Act,
  sendRefund,
  withdrawAll,
  earn,
  sendMoney,
  claimed,
  TAKEN,
  LOST,
  WON,
  hearClaim,
  both,
  transferBecomes,
  sentOut,
  decide,
  refundGivenUp,
  refundWentThrough,
} from './acts.ts';
import { ACCEPTED, withdrawalIs, type Pair } from './pair.ts';

/** The provider reports a status and later the opposite, which opens an ops case. */
const contradicted = (first: 'paid' | 'failed', then: 'paid' | 'failed'): Act =>
  both(sentOut, transferBecomes(first), sendMoney, transferBecomes(then), sendMoney);
const refundIs =
  (state: string) =>
  ({ refunds }: Seen): string | null =>
    refunds.every((refund) => refund.state === state) ? null : 'the refund has another end';
/** The whole amount is lost, which ends the milestone, and then won. */
const wonLate = both(claimed(TAKEN, LOST), hearClaim, claimed(TAKEN, LOST, WON), hearClaim);

/** Decisions of admins where no rule applies. */
export const DECISIONS: readonly Pair[] = [
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
