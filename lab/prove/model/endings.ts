import { answerSplit, cancelJob, proposeSplit } from '@fws/contract/contracts/calls';
import { EXCUSES } from '@fws/contract/visits/model';
import { expectVerdict, pick, type Action } from './action.ts';
import { callWithKey, pickCaller } from './calling.ts';

/** What one side says the work is worth: nothing, all of it, a part, or more than there is. */
const pickSum = (paise: number, index: number): number =>
  pick([0, paise, Math.floor(paise / 3), paise - 1, 1, paise + 1, Math.floor(paise / 2)], index) ?? 0;

/** Either side cancels, and both divide what was started. */
export const endings = {
  async cancelJob({ model, world, a, b, c }) {
    // A cancelled open job leaves nothing to test, so cancel one rarely.
    if (model.job === 'open' && c % 10 > 0) return 'idle';
    const canceller = c % 4 === 0 ? (model.worker ?? model.people.poster) : model.people.poster;
    const caller = pickCaller(model, canceller, c);
    const excuse = pick([null, null, ...EXCUSES], b) ?? null;
    const command = { jobId: world.jobId, comment: 'Not needed', refundPaise: null, excuse };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(cancelJob, caller, command, key),
    );
    return expectVerdict('cancelling', model.cancelJob(caller, excuse, world.product.clock.ms()), answer);
  },
  async proposeSplit({ model, world, a, b, c }) {
    const awaited = model.milestones.filter(({ split }) => split?.turns === 0);
    const milestone = pick(awaited, a) ?? pick(model.milestones, a);
    if (!milestone) return 'idle';
    const index = model.milestones.indexOf(milestone);
    const allowedCaller = b % 2 === 0 ? model.people.poster : (model.worker ?? 0);
    const caller = pickCaller(model, allowedCaller, c);
    const workerPaise = pickSum(milestone.paise, Math.floor(b / 2));
    const version = milestone.splitVersion + (c % 11 === 5 ? 1 : 0);
    const command = { milestoneId: milestone.id, workerPaise, comment: 'So far', version };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(proposeSplit, caller, command, key),
    );
    const now = world.product.clock.ms();
    const expected = model.proposeSplit(index, { workerPaise, version }, caller, now);
    return expectVerdict(`proposing for milestone ${index}`, expected, answer);
  },
  async answerSplit(context) {
    const { model, world, a, b, c } = context;
    const milestone = pick(
      model.milestones.filter(({ split }) => split !== null && split.id !== null),
      a,
    );
    if (!milestone?.split?.id) return 'idle';
    const { side, id: splitId } = milestone.split;
    const index = model.milestones.indexOf(milestone);
    const allowedCaller = side === 'poster' ? (model.worker ?? 0) : model.people.poster;
    const caller = pickCaller(model, allowedCaller, c);
    const kind = pick(['agree', 'counter', 'counter', 'counter', 'refuse'] as const, b) ?? 'agree';
    context.variant = kind;
    const workerPaise = kind === 'counter' ? pickSum(milestone.paise, Math.floor(b / 5)) : null;
    const version = milestone.splitVersion - (c % 11 === 5 ? 1 : 0);
    const command = { splitId, answer: kind, workerPaise, comment: '', version };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(answerSplit, caller, command, key),
    );
    const now = world.product.clock.ms();
    const expected = model.answerSplit(index, { answer: kind, workerPaise, version }, caller, now);
    return expectVerdict(`${kind} of milestone ${index}`, expected, answer);
  },
} satisfies Record<string, Action>;
