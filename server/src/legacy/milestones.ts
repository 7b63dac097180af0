import * as z from 'zod/mini';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import { RECEIPT_KINDS, SIDES, type FundStep, type Side, type WorkStep } from '@fws/contract/contracts/model';
import type { Completion, Milestone, Split } from '@fws/contract/contracts/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Locale } from '@fws/contract/platform/messages';
import { toRupees } from '@fws/contract/platform/money';
import { translateIfId } from '../platform/messages.ts';
import { encodePhoto, photoReply } from './files.ts';
import { abilityReply, encodeAbility } from './shared.ts';

// The label a poster sees is the status the milestone is in; the status sent is the one to move to.
export const FUND_STEPS: Record<FundStep, string> = {
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
};
export const WORK_STEPS: Record<WorkStep, string> = {
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};
const FUND_LABELS: Record<FundState, string> = {
  unfunded: 'Escrow',
  funding_pending: 'Escrow',
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
  refund_pending: 'Refund Pending',
  refunded: 'Refunded',
  removed: 'Cancelled',
};
const WORK_LABELS: Record<WorkState, string> = {
  not_started: 'Start',
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};
/** The specification has no label for a milestone that nobody will pay. */
const CANCELLED = 'Cancelled';

/**
 * The label of a side. After a cancellation it offers no step; the worker's ends once the money is with them or on its
 * way back to the poster.
 */
function getLabel({ fund, work }: Pick<Milestone, 'fund' | 'work'>, side: Side, state: JobState): string {
  const isUnpaid = fund === 'unfunded' || fund === 'funding_pending';
  if (isUnpaid && (state === 'cancelled' || state === 'ending')) return CANCELLED;
  if (side === 'poster') return FUND_LABELS[fund];
  if (fund === 'released') return WORK_LABELS.payment_requested;
  return fund === 'refund_pending' || fund === 'refunded' ? CANCELLED : WORK_LABELS[work];
}

const completionReply = z.object({
  round: z.number(),
  completion_note: z.string(),
  created_at: z.string(),
  photos: z.array(photoReply),
});

const encodeCompletion = ({ round, note, at, photos }: Completion): z.output<typeof completionReply> => ({
  round,
  completion_note: note,
  created_at: at,
  photos: photos.map(encodePhoto),
});

const receiptLinkReply = z.object({
  receipt_number: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  pdf: z.string(),
});

export const milestoneReply = z.object({
  id: z.number(),
  position: z.number(),
  name: z.string(),
  milestone_descriction: z.string(),
  amount: z.string(),
  milestone_comment: z.string(),
  /** The label of the caller's side. */
  status: z.string(),
  fund_state: z.string(),
  work_state: z.string(),
  on_hold: z.boolean(),
  in_bank: z.string(),
  changed_at: z.string(),
  completions: z.array(completionReply),
  releases_at: z.nullable(z.string()),
  can_ask_change: z.nullable(abilityReply),
  split: z.nullable(
    z.object({
      split_id: z.number(),
      version: z.number(),
      due_at: z.string(),
      proposal: z.nullable(
        z.object({
          side: z.enum(SIDES),
          worker_amount: z.string(),
          poster_amount: z.string(),
          charge_amount: z.string(),
          refund_amount: z.string(),
          comment: z.string(),
          created_at: z.string(),
        }),
      ),
      turns: z.array(
        z.object({
          side: z.enum(SIDES),
          worker_amount: z.string(),
          comment: z.string(),
          created_at: z.string(),
        }),
      ),
      goes_to_fws: z.boolean(),
      stands_unanswered: z.boolean(),
      can_propose: abilityReply,
      can_agree: abilityReply,
      can_counter: abilityReply,
      can_refuse: abilityReply,
    }),
  ),
  division: z.nullable(
    z.object({
      worker_amount: z.string(),
      poster_amount: z.string(),
      charge_amount: z.string(),
      refund_amount: z.string(),
      created_at: z.string(),
    }),
  ),
  changes_left: z.number(),
  order_id: z.nullable(z.string()),
  receipts: z.array(receiptLinkReply),
  next_status: z.nullable(z.string()),
  next_allowed: z.boolean(),
  next_reason: z.nullable(z.string()),
  waiting_for: z.nullable(z.string()),
});

type MilestoneReply = z.output<typeof milestoneReply>;

const encodeDivision = (sums: Omit<NonNullable<Milestone['division']>, 'at'>) => ({
  worker_amount: toRupees(sums.workerPaise),
  poster_amount: toRupees(sums.posterPaise),
  charge_amount: toRupees(sums.chargePaise),
  refund_amount: toRupees(sums.refundPaise),
});

const encodeSplit = (split: Split): NonNullable<MilestoneReply['split']> => ({
  split_id: split.id,
  version: split.version,
  due_at: split.dueAt,
  proposal: split.proposal && {
    ...encodeDivision(split.proposal),
    side: split.proposal.side,
    comment: split.proposal.comment,
    created_at: split.proposal.at,
  },
  turns: split.turns.map(({ side, workerPaise, comment, at }) => ({
    side,
    worker_amount: toRupees(workerPaise),
    comment,
    created_at: at,
  })),
  goes_to_fws: split.goesToFws,
  stands_unanswered: split.standsUnanswered,
  can_propose: encodeAbility(split.propose),
  can_agree: encodeAbility(split.agree),
  can_counter: encodeAbility(split.counter),
  can_refuse: encodeAbility(split.refuse),
});

const encodeStep = (step: FundStep | WorkStep, side: Side): string =>
  side === 'poster' ? FUND_STEPS[step as FundStep] : WORK_STEPS[step as WorkStep];

/** Standard parts have a name in the reader's language. */
export function encodeMilestone(
  milestone: Milestone,
  { side, state }: { side: Side; state: JobState },
  locale: Locale,
): MilestoneReply {
  const { next } = milestone;
  const name = translateIfId(locale, milestone.name);
  return {
    id: milestone.id,
    position: milestone.position,
    name,
    milestone_descriction: name,
    amount: toRupees(milestone.amountPaise),
    milestone_comment: milestone.comment,
    status: getLabel(milestone, side, state),
    fund_state: milestone.fund,
    work_state: milestone.work,
    on_hold: milestone.onHold,
    in_bank: toRupees(milestone.inBankPaise),
    changed_at: milestone.changedAt,
    completions: milestone.completions.map(encodeCompletion),
    releases_at: milestone.releasesAt,
    can_ask_change: milestone.askChange && encodeAbility(milestone.askChange),
    split: milestone.split && encodeSplit(milestone.split),
    division: milestone.division && {
      ...encodeDivision(milestone.division),
      created_at: milestone.division.at,
    },
    changes_left: milestone.changesLeft,
    order_id: milestone.openOrderId,
    receipts: milestone.receipts.map(({ number, kind, pdfUrl }) => ({
      receipt_number: number,
      kind,
      pdf: pdfUrl,
    })),
    next_status: next ? encodeStep(next.step, side) : null,
    next_allowed: next?.ability.allowed ?? false,
    next_reason: next && !next.ability.allowed ? next.ability.reason : null,
    waiting_for: milestone.waitingFor,
  };
}
