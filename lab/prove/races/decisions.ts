import type { ObservedState } from '../support/product/observe.ts';
import {
  type RaceAction,
  sendRefund,
  withdrawAll,
  earn,
  earnFree,
  sendMoney,
  setChargeback,
  TAKEN,
  LOST,
  WON,
  checkChargeback,
  runAll,
  setTransferStatus,
  withdrawAndSend,
  decide,
  exhaustRefundTries,
  completeRefundTry,
} from './actions.ts';
import { ACCEPTED, checkWithdrawalState, type Pair } from './pair.ts';

/** The provider reports a status and later the opposite, which opens an ops case. */
const contradictTransfer = (first: 'paid' | 'failed', then: 'paid' | 'failed'): RaceAction =>
  runAll(withdrawAndSend, setTransferStatus(first), sendMoney, setTransferStatus(then), sendMoney);
const checkRefundState =
  (state: string) =>
  ({ refunds }: ObservedState): string | null =>
    refunds.every((refund) => refund.state === state) ? null : 'the refund has another end';
/** The whole amount is lost, which ends the milestone, and then won. */
const winChargebackLate = runAll(
  setChargeback(TAKEN, LOST),
  checkChargeback,
  setChargeback(TAKEN, LOST, WON),
  checkChargeback,
);

/** Decisions of admins where no rule applies. */
export const DECISIONS: readonly Pair[] = [
  {
    name: 'withdrawal that was not paid credited, twice',
    from: ACCEPTED,
    prepare: contradictTransfer('paid', 'failed'),
    first: decide('withdrawal_contradicted', 'credit'),
    second: decide('withdrawal_contradicted', 'credit'),
    exclusive: true,
    findViolation: checkWithdrawalState('reversed'),
  },
  {
    name: 'withdrawal that was paid after all debited, twice',
    from: ACCEPTED,
    prepare: contradictTransfer('failed', 'paid'),
    first: decide('withdrawal_contradicted', 'debit'),
    second: decide('withdrawal_contradicted', 'debit'),
    exclusive: true,
    findViolation: checkWithdrawalState('paid'),
  },
  {
    name: 'withdrawal that was paid after all debited | withdraw all',
    from: ACCEPTED,
    prepare: contradictTransfer('failed', 'paid'),
    first: decide('withdrawal_contradicted', 'debit'),
    second: withdrawAll,
    exclusive: true,
  },
  {
    name: 'releases freed, twice',
    from: ACCEPTED,
    prepare: runAll(earnFree, setChargeback(LOST), checkChargeback),
    first: decide('chargeback_lost', 'free_releases'),
    second: decide('chargeback_lost', 'free_releases'),
    exclusive: true,
  },
  {
    name: 'releases freed | withdraw all',
    from: ACCEPTED,
    prepare: runAll(earnFree, setChargeback(LOST), checkChargeback),
    first: decide('chargeback_lost', 'free_releases'),
    second: withdrawAll,
    exclusive: false,
  },
  {
    name: 'refund sent anew, twice',
    from: { fund: 'funded' },
    prepare: exhaustRefundTries,
    first: decide('refund_failed', 'resend'),
    second: decide('refund_failed', 'resend'),
    exclusive: true,
  },
  {
    name: 'refund sent anew | it went through after all',
    from: { fund: 'funded' },
    prepare: runAll(exhaustRefundTries, completeRefundTry(2)),
    first: decide('refund_failed', 'resend'),
    second: sendRefund,
    exclusive: false,
    findViolation: checkRefundState('succeeded'),
  },
  {
    name: 'lost chargeback written off, twice',
    from: ACCEPTED,
    prepare: runAll(earn, setChargeback(LOST), checkChargeback),
    first: decide('chargeback_lost', 'write_off'),
    second: decide('chargeback_lost', 'write_off'),
    exclusive: true,
  },
  {
    name: 'lost chargeback written off | won',
    from: ACCEPTED,
    prepare: runAll(earn, setChargeback(LOST), checkChargeback, setChargeback(LOST, WON)),
    first: decide('chargeback_lost', 'write_off'),
    second: checkChargeback,
    exclusive: false,
    findViolation: ({ chargebacks }) =>
      chargebacks[0]?.state === 'won' && chargebacks[0].writtenOff === 0
        ? null
        : 'what was won stays written off',
  },
  {
    name: 'late money to the worker | to the payer',
    from: { fund: 'funded' },
    prepare: winChargebackLate,
    first: decide('chargeback_late', 'credit'),
    second: decide('chargeback_late', 'send_back'),
    exclusive: true,
  },
];
