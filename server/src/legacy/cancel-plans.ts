import * as z from 'zod/mini';
import { CANCEL_OUTCOMES } from '@fws/contract/contracts/model';
import type { CancelPlan } from '@fws/contract/contracts/schemas';
import { toRupees } from '@fws/contract/platform/money';

export const planReply = z.object({
  milestones: z.array(
    z.object({
      milestone_id: z.number(),
      position: z.number(),
      outcome: z.enum(CANCEL_OUTCOMES),
      amount: z.string(),
      refund_amount: z.string(),
      charge_amount: z.string(),
      release_amount: z.string(),
    }),
  ),
  refund_amount: z.string(),
  charge_amount: z.string(),
  release_amount: z.string(),
  released_amount: z.string(),
  waiting_amount: z.string(),
  goes_to_fws: z.boolean(),
});

export const encodePlan = (plan: CancelPlan): z.output<typeof planReply> => ({
  milestones: plan.parts.map((part) => ({
    milestone_id: part.milestoneId,
    position: part.position,
    outcome: part.outcome,
    amount: toRupees(part.amountPaise),
    refund_amount: toRupees(part.refundPaise),
    charge_amount: toRupees(part.chargePaise),
    release_amount: toRupees(part.releasePaise),
  })),
  refund_amount: toRupees(plan.refundPaise),
  charge_amount: toRupees(plan.chargePaise),
  release_amount: toRupees(plan.releasePaise),
  released_amount: toRupees(plan.releasedPaise),
  waiting_amount: toRupees(plan.waitingPaise),
  goes_to_fws: plan.goesToFws,
});
