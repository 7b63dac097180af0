import { adminApprove } from '@fws/contract/admin/approvals/calls';
import { adminMatterDecide } from '@fws/contract/admin/matters/calls';
import { expectVerdict, pick, type Action, type Doing } from './action.ts';
import { Difference } from './compare.ts';
import { carryOut, moved, offered, SECOND_PERSON_ABOVE_RUPEES, type Matter } from './matters.ts';
import { keyed } from './people.ts';
import type { Verdict } from './state.ts';
import { mattersOf } from './world.ts';

/** Decisions of admins where no rule applies. A second admin must agree when a large amount moves. */
export const admins = {
  async decideMatter(doing) {
    const { model, world, a, b, c } = doing;
    const matters = (await mattersOf(model, world)).filter(({ isOpen }) => isOpen);
    const matter = pick(matters, a);
    if (!matter) return 'idle';
    // Mostly a decision that moves money; sometimes one that is offered for another kind of case.
    const ways = offered(model, matter).filter((way) => way !== 'ask' && way !== 'resolve');
    const decision = pick(b % 4 === 0 ? DECISIONS : ways.length > 0 ? ways : ['ask' as const], c) ?? 'ask';
    doing.way = `${decision} of ${matter.kind}`;
    const command = {
      matterId: matter.id,
      decision,
      amountPaise: null,
      reference: '',
      reason: 'Seen to',
    };
    const adminId = model.people.outsider;
    const answer = await keyed(b % 3, world.nextId(), (key) =>
      world.product.call(adminMatterDecide, adminId, command, key),
    );
    const needsSecond = moved(model, matter, decision) > SECOND_PERSON_ABOVE_RUPEES * 100;
    const isWaiting = [...model.halfDecided.values()].some((half) => half.matter.id === matter.id);
    let expected: Verdict = 'refused';
    if (offered(model, matter).includes(decision) && !isWaiting)
      expected = needsSecond ? 'done' : carryOutHere({ model, world }, matter, decision);
    const verdict = expectVerdict(`${decision} of ${matter.kind} ${matter.subject}`, expected, answer);
    if (!answer.ok || verdict === 'refused') return verdict;
    const { done, approvalId } = answer.value;
    if (done === needsSecond) throw new Difference(`${decision} of ${matter.kind} asked one person too few`);
    if (approvalId !== null) model.halfDecided.set(approvalId, { matter, decision });
    return verdict;
  },
  async approve({ model, world, a, b, c }) {
    const [approvalId, half] = pick([...model.halfDecided], a) ?? [];
    if (approvalId === undefined || !half) return 'idle';
    const decision = b % 5 === 0 ? 'decline' : 'approve';
    const isOwn = c % 6 === 0;
    const adminId = isOwn ? model.people.outsider : model.people.poster;
    const open = (await mattersOf(model, world)).filter(({ isOpen }) => isOpen);
    const answer = await keyed(b % 3, world.nextId(), (key) =>
      world.product.call(adminApprove, adminId, { approvalId, decision, reason: 'Agreed' }, key),
    );
    let expected: Verdict = 'done';
    if (decision === 'approve' && (isOwn || open.every(({ id }) => id !== half.matter.id)))
      expected = 'refused';
    else if (decision === 'approve') expected = carryOutHere({ model, world }, half.matter, half.decision);
    if (expected === 'done') model.halfDecided.delete(approvalId);
    return expectVerdict(`${decision} of ${half.decision} of ${half.matter.kind}`, expected, answer);
  },
} satisfies Record<string, Action>;

const DECISIONS = ['ask', 'resend', 'send_back', 'credit', 'debit', 'write_off', 'resolve'] as const;

/** Applies a decision to the model. No wallet may be debited for an unpaid transfer, or credited for a paid one. */
function carryOutHere(
  { model, world }: Pick<Doing, 'model' | 'world'>,
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
