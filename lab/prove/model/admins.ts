import { adminApprove } from '@fws/contract/admin/approvals/calls';
import { adminCaseDecide } from '@fws/contract/admin/cases/calls';
import type { OpsCase } from '../support/product/observe.ts';
import { SECOND_PERSON_ABOVE_RUPEES } from '../support/product/config.ts';
import { expectVerdict, pick, type Action, type CommandContext } from './action.ts';
import { Difference } from './difference.ts';
import { applyDecision, calculateMovedPaise, listOfferedDecisions } from './ops-cases.ts';
import { callWithKey } from './calling.ts';
import type { Verdict } from './state.ts';
import { listOpsCases } from './world.ts';

/** Decisions of admins where no rule applies. A second admin must agree when a large amount moves. */
export const admins = {
  async decideCase(context) {
    const { model, world, a, b, c } = context;
    const opsCases = (await listOpsCases(model, world)).filter(({ isOpen }) => isOpen);
    const opsCase = pick(opsCases, a);
    if (!opsCase) return 'idle';
    // Mostly a decision that moves money; sometimes one that is offered for another kind of case.
    const choices = listOfferedDecisions(model, opsCase).filter(
      (choice) => choice !== 'ask' && choice !== 'resolve',
    );
    const decision =
      pick(b % 4 === 0 ? DECISIONS : choices.length > 0 ? choices : ['ask' as const], c) ?? 'ask';
    context.variant = `${decision} of ${opsCase.kind}`;
    const command = {
      caseId: opsCase.id,
      decision,
      amountPaise: null,
      reference: '',
      reason: 'Seen to',
    };
    const adminId = model.people.outsider;
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(adminCaseDecide, adminId, command, key),
    );
    const needsSecond = calculateMovedPaise(model, opsCase, decision) > SECOND_PERSON_ABOVE_RUPEES * 100;
    const isWaiting = [...model.pendingApprovals.values()].some(
      (pending) => pending.opsCase.id === opsCase.id,
    );
    let expected: Verdict = 'refused';
    if (listOfferedDecisions(model, opsCase).includes(decision) && !isWaiting)
      expected = needsSecond ? 'done' : applyWithChecks({ model, world }, opsCase, decision);
    const verdict = expectVerdict(`${decision} of ${opsCase.kind} ${opsCase.subject}`, expected, answer);
    if (!answer.ok || verdict === 'refused') return verdict;
    const { done, approvalId } = answer.value;
    if (done === needsSecond) throw new Difference(`${decision} of ${opsCase.kind} asked one person too few`);
    if (approvalId !== null) model.pendingApprovals.set(approvalId, { opsCase, decision });
    return verdict;
  },
  async approve({ model, world, a, b, c }) {
    const [approvalId, pending] = pick([...model.pendingApprovals], a) ?? [];
    if (approvalId === undefined || !pending) return 'idle';
    const decision = b % 5 === 0 ? 'decline' : 'approve';
    const isOwn = c % 6 === 0;
    const adminId = isOwn ? model.people.outsider : model.people.colleague;
    const open = (await listOpsCases(model, world)).filter(({ isOpen }) => isOpen);
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(adminApprove, adminId, { approvalId, decision, reason: 'Agreed' }, key),
    );
    let expected: Verdict = 'done';
    if (decision === 'approve' && (isOwn || open.every(({ id }) => id !== pending.opsCase.id)))
      expected = 'refused';
    else if (decision === 'approve')
      expected = applyWithChecks({ model, world }, pending.opsCase, pending.decision);
    if (expected === 'done') model.pendingApprovals.delete(approvalId);
    return expectVerdict(`${decision} of ${pending.decision} of ${pending.opsCase.kind}`, expected, answer);
  },
} satisfies Record<string, Action>;

const DECISIONS = [
  'ask',
  'resend',
  'send_back',
  'credit',
  'debit',
  'write_off',
  'free_releases',
  'allow_payer',
  'resolve',
] as const;

/** Applies a decision to the model. No wallet may be debited for an unpaid transfer, or credited for a paid one. */
function applyWithChecks(
  { model, world }: Pick<CommandContext, 'model' | 'world'>,
  opsCase: OpsCase,
  decision: (typeof DECISIONS)[number] | 'bring_in',
): Verdict {
  const withdrawal = opsCase.kind.startsWith('withdrawal') && model.withdrawals.get(Number(opsCase.subject));
  const verdict = applyDecision(model, opsCase, decision, world.product.clock.ms());
  if (!withdrawal || verdict === 'refused') return verdict;
  const transfer = world.outside.transfers.get(withdrawal.transfer);
  const wasPaid = transfer?.status === 'paid' || transfer?.status === 'reversed';
  if ((decision === 'credit' && wasPaid) || (decision === 'debit' && !wasPaid))
    throw new Difference(`${decision} of a withdrawal whose transfer is ${JSON.stringify(transfer)}`);
  return verdict;
}
