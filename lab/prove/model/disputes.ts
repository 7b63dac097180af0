import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { escrowEvents } from '../../../server/src/domains/contracts/index.ts';
import { settleDispute } from '../../../server/src/domains/disputes/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { expectVerdict, pick, type Action } from './action.ts';
import { callWithKey, pickCaller } from './calling.ts';
import type { Expected } from './expected.ts';
import { CHARGE_BPS } from './state.ts';

/** Usually an open dispute, otherwise the last one. */
const pickDispute = (model: Expected, index: number) =>
  pick(
    model.disputes.filter(({ state }) => state === 'open'),
    index,
  ) ?? model.disputes.at(-1);

/** Either side disputes, and an admin decides. */
export const disputes = {
  async raiseDispute({ model, world, a, b, c }) {
    const allowedCaller = a % 2 === 0 ? model.people.poster : (model.worker ?? model.people.workers[0]);
    const caller = pickCaller(model, allowedCaller, c);
    const named = pick(model.milestones, Math.floor(a / 2));
    const milestoneIds = c % 3 === 0 && named ? [named.id] : null;
    const command = { jobId: world.jobId, issue: 'payment' as const, details: 'Not as agreed', milestoneIds };
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(raiseIssue, caller, command, key),
    );
    const expected = model.raise(caller, milestoneIds, world.product.clock.ms());
    return expectVerdict('raising a dispute', expected, answer);
  },
  async withdrawDispute({ model, world, a, b, c }) {
    const dispute = pickDispute(model, b);
    const issueId = dispute?.id;
    if (!dispute || !issueId) return 'idle';
    const allowedCaller = a % 4 === 0 ? model.people.poster : dispute.raisedBy;
    const caller = pickCaller(model, allowedCaller, c);
    const answer = await world.product.call(withdrawIssue, caller, { issueId });
    return expectVerdict(
      'withdrawing a dispute',
      model.withdrawDispute(dispute, caller, world.product.clock.ms()),
      answer,
    );
  },
  async settleDispute({ model, world, a, b, c }) {
    const dispute = pickDispute(model, Math.floor(b / 2));
    const disputeId = dispute?.id;
    if (!dispute || !disputeId) return 'idle';
    const percent = pick([0, 100, 50, 33, 1, 99], a) ?? 50;
    const chargeBps = b % 2 === 0 ? CHARGE_BPS : 0;
    // Sometimes the division is one paisa off.
    const offPaise = c % 12 === 0 ? 1 : 0;
    const parts = model.listHeldFunds(dispute).map(({ id, paise }) => {
      const toWorkerPaise = Math.floor((paise * percent) / 100);
      return { milestoneId: id, toWorkerPaise, toPosterPaise: paise - toWorkerPaise + offPaise };
    });
    const { db, clock } = world.product;
    const settlement = {
      disputeId,
      adminId: model.people.outsider,
      parts,
      chargeBps,
      reason: 'Both were heard',
    };
    const answer = await inTx(db, (tx) => settleDispute(tx, settlement, { escrowEvents, now: clock.now() }));
    return expectVerdict('settling', model.settle(dispute, parts, chargeBps, clock.ms()), answer);
  },
} satisfies Record<string, Action>;
