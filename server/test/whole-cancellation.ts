/** What cancelling does to one milestone, as clients of the specification get it. Where nothing moves, amounts are 0. */
export const buildCancelPart = (
  milestoneId: number,
  position: number,
  outcome: string,
  amount: string,
  moved: object = {},
) => ({
  milestone_id: milestoneId,
  position,
  outcome,
  amount,
  refund_amount: '0',
  charge_amount: '0',
  release_amount: '0',
  ...moved,
});

/** What cancelling a job does whose only milestone was started: nothing moves until both sides have agreed. */
export const buildWaitingCancellation = (milestoneId: number, amount: string) => ({
  milestones: [buildCancelPart(milestoneId, 1, 'split', amount)],
  refund_amount: '0',
  charge_amount: '0',
  release_amount: '0',
  released_amount: '0',
  waiting_amount: amount,
  goes_to_fws: false,
});
