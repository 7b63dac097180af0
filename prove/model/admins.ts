import { adminApprove } from '@fws/contract/admin/approvals/calls';
import { adminMatterDecide } from '@fws/contract/admin/matters/calls';
import { expectVerdict, pick, type Action, type CommandContext } from './action.ts';
import { Difference } from './compare.ts';
import {
  carryOut,
  calculateMovedPaise,
  listOfferedDecisions,
  SECOND_PERSON_ABOVE_RUPEES,
  type Matter,
} from './matters.ts';
import { callWithKey } from './people.ts';
import type { Verdict } from './state.ts';
import { listOpsCases } from './world.ts';

/** Decisions of admins where no rule applies. A second admin must agree when a large amount moves. */
export const admins = {
  async decideMatter(context) {
    const { model, world, a, b, c } = context;
    const matters = (await listOpsCases(model, world)).filter(({ isOpen }) => isOpen);
    const matter = pick(matters, a);
    if (!matter) return 'idle';
    // Mostly a decision that moves money; sometimes one that is offered for another kind of case.
    const choices = listOfferedDecisions(model, matter).filter(
      (choice) => choice !== 'ask' && choice !== 'resolve',
    );
    const decision =
      pick(b % 4 === 0 ? DECISIONS : choices.length > 0 ? choices : ['ask' as const], c) ?? 'ask';
    context.variant = `${decision} of ${matter.kind}`;
    const command = {
      matterId: matter.id,
      decision,
      amountPaise: null,
      reference: '',
      reason: 'Seen to',
    };
    const adminId = model.people.outsider;
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(adminMatterDecide, adminId, command, key),
    );
    const needsSecond = calculateMovedPaise(model, matter, decision) > SECOND_PERSON_ABOVE_RUPEES * 100;
    const isWaiting = [...model.pendingApprovals.values()].some((pending) => pending.matter.id === matter.id);
    let expected: Verdict = 'refused';
    if (listOfferedDecisions(model, matter).includes(decision) && !isWaiting)
      expected = needsSecond ? 'done' : applyWithChecks({ model, world }, matter, decision);
    const verdict = expectVerdict(`${decision} of ${matter.kind} ${matter.subject}`, expected, answer);
    if (!answer.ok || verdict === 'refused') return verdict;
    const { done, approvalId } = answer.value;
    if (done === needsSecond) throw new Difference(`${decision} of ${matter.kind} asked one person too few`);
    if (approvalId !== null) model.pendingApprovals.set(approvalId, { matter, decision });
    return verdict;
  },
  async approve({ model, world, a, b, c }) {
    const [approvalId, pending] = pick([...model.pendingApprovals], a) ?? [];
    if (approvalId === undefined || !pending) return 'idle';
    const decision = b % 5 === 0 ? 'decline' : 'approve';
    const isOwn = c % 6 === 0;
    const adminId = isOwn ? model.people.outsider : model.people.poster;
    const open = (await listOpsCases(model, world)).filter(({ isOpen }) => isOpen);
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(adminApprove, adminId, { approvalId, decision, reason: 'Agreed' }, key),
    );
    let expected: Verdict = 'done';
    if (decision === 'approve' && (isOwn || open.every(({ id }) => id !== pending.matter.id)))
      expected = 'refused';
    else if (decision === 'approve')
      expected = applyWithChecks({ model, world }, pending.matter, pending.decision);
    if (expected === 'done') model.pendingApprovals.delete(approvalId);
    return expectVerdict(`${decision} of ${pending.decision} of ${pending.matter.kind}`, expected, answer);
  },
} satisfies Record<string, Action>;

const DECISIONS = ['ask', 'resend', 'send_back', 'credit', 'debit', 'write_off', 'resolve'] as const;

/** Applies a decision to the model. No wallet may be debited for an unpaid transfer, or credited for a paid one. */
function applyWithChecks(
  { model, world }: Pick<CommandContext, 'model' | 'world'>,
  matter: Matter,
  decision: (typeof DECISIONS)[number] | 'bring_in',
): Verdict {
  const withdrawal = matter.kind.startsWith('withdrawal') && model.withdrawals.get(Number(matter.subject));
  const verdict = carryOut(model, matter, decision);
  if (!withdrawal || verdict === 'refused') return verdict;
  const transfer = world.outside.transfers.get(withdrawal.transfer);
  const wasPaid = transfer?.status === 'paid' || transfer?.status === 'reversed';
  if ((decision === 'credit' && wasPaid) || (decision === 'debit' && !wasPaid))
    throw new Difference(`${decision} of a withdrawal whose transfer is ${JSON.stringify(transfer)}`);
  return verdict;
}
