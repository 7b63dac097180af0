import { answerChange, proposeChange } from '@fws/contract/contracts/calls';
import type { WantedPlan } from '@fws/contract/contracts/schemas';
import { expectVerdict, pick, type Action } from './action.ts';
import type { Expected } from './expected.ts';
import { callWithKey, pickCaller } from './calling.ts';
import type { PlanProposal } from './state.ts';
import type { World } from './world.ts';

// Both sides propose other plans and answer them.

const AMOUNTS = [10_000, 7_777, 100, 33_333, 99, 5_001] as const;

/** Usually of what nobody has paid for; sometimes of what somebody has, which is refused. */
function buildProposal(model: Expected, a: number, b: number): PlanProposal {
  const unpaid = model.milestones.filter(({ fund, work }) => fund === 'unfunded' && work === 'not_started');
  const milestone = pick(a % 8 === 7 ? model.milestones : unpaid, a);
  const other = pick(unpaid, a + 1);
  const paise = pick(AMOUNTS, b) ?? 10_000;
  const edits = milestone && b % 4 !== 1 && b % 4 !== 2 ? [{ id: milestone.id, paise }] : [];
  const removed = [b % 4 === 1 && milestone ? milestone.id : null, b % 8 === 3 && other ? other.id : null];
  return {
    edits,
    removed: removed.flatMap((id) => (id === null || edits.some((edit) => edit.id === id) ? [] : id)),
    added: b % 4 >= 2 ? [pick(AMOUNTS, b + a) ?? 10_000] : [],
  };
}

/** Each name is another one, so that every named milestone changes. */
const toWanted = (world: World, { edits, removed, added }: PlanProposal): WantedPlan => ({
  parts: [
    ...edits.map(({ id, paise }) => ({ milestoneId: id, name: world.nextId(), amountPaise: paise })),
    ...added.map((paise) => ({ milestoneId: null, name: world.nextId(), amountPaise: paise })),
  ],
  removedIds: [...removed],
  finishBy: null,
  note: '',
});

export const plans = {
  async proposeChange({ model, world, a, b, c }) {
    if (model.worker === null) return 'idle';
    const caller = pickCaller(model, c % 2 === 0 ? model.people.poster : model.worker, c);
    const proposal = buildProposal(model, a, b);
    const command = { jobId: world.jobId, planVersion: '', wanted: toWanted(world, proposal) };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(proposeChange, caller, command, key),
    );
    const expected = model.proposeChange(proposal, caller, world.product.clock.ms());
    return expectVerdict(`proposing ${JSON.stringify(proposal)}`, expected, answer);
  },
  async answerChange(context) {
    const { model, world, a, b, c } = context;
    const { change } = model;
    if (!change?.id || model.worker === null) return 'idle';
    const kind =
      pick(['agree', 'agree', 'agree', 'counter', 'counter', 'refuse', 'withdraw'] as const, b) ?? 'agree';
    context.variant = kind;
    const isPosters = (change.side === 'poster') === (kind === 'withdraw');
    const caller = pickCaller(model, isPosters ? model.people.poster : model.worker, c);
    const proposal = buildProposal(model, a, Math.floor(b / 7));
    const version = change.turns - (c % 11 === 5 ? 1 : 0);
    const command = { changeId: change.id, answer: kind, version, wanted: toWanted(world, proposal) };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(answerChange, caller, command, key),
    );
    const now = world.product.clock.ms();
    const expected = model.answerChange({ answer: kind, version, proposal }, caller, now);
    return expectVerdict(`${kind} of a change`, expected, answer);
  },
} satisfies Record<string, Action>;
