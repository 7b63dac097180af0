import { isDeepStrictEqual } from 'node:util';
import { acceptQuote, cancelQuote, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import {
  answerCancellation,
  cancelJob,
  moveFund,
  moveWork,
  requestChange,
} from '@fws/contract/contracts/calls';
import { WORK_STEPS, type FundStep } from '@fws/contract/contracts/model';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { settleDispute } from '../../server/src/domains/disputes/index.ts';
import { setRates } from '../../server/src/domains/ledger/index.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { DAY_MS, expectVerdict, pick, PORT_FAULTS, type Action } from './action.ts';
import { Difference } from './compare.ts';
import type { Expected } from './expected.ts';
import { CHARGE_BPS, toIndianDay } from './state.ts';
import { RATES } from './world.ts';

/** The poster's steps; the last one accepts the work and releases the money. */
const FUND_COMMANDS: readonly (readonly [step: FundStep, acceptsWork?: boolean])[] = [
  ['funded'],
  ['accepted'],
  ['released'],
  ['released', true],
];

/** A quote that is paid in one part, in three parts by shares, or in two parts of the worker's choice. */
function buildOffer(form: number, amount: number) {
  const bidPaise = pick([10_000, 100_01, 99_999, 1_234_567, 300, 33_333], amount) ?? 10_000;
  if (form % 3 === 0) return { bidPaise, term: 'completion' as const, rows: [], parts: [bidPaise] };
  if (form % 3 === 1) {
    const [first, second] = [Math.floor(bidPaise * 0.2), Math.floor(bidPaise * 0.6)];
    return { bidPaise, term: 'terms' as const, rows: [], parts: [first, second, bidPaise - first - second] };
  }
  const share = [0.1, 0.2, 0.5, 0.7][amount % 4] ?? 0.5;
  const first = Math.max(1, Math.floor(bidPaise * share));
  const parts = [first, bidPaise - first];
  const rows = parts.map((amountPaise, index) => ({ name: `Part ${index + 1}`, amountPaise }));
  return { bidPaise, term: 'milestone' as const, rows, parts };
}

/** Sends a command once, twice in sequence, or twice in parallel. One key must take effect once and answer the same. */
export async function callWithKey<Out>(
  times: number,
  key: string,
  command: (key: string) => Promise<{ ok: boolean } & Out>,
): Promise<{ ok: boolean } & Out> {
  if (times === 0) return command(key);
  const [first, second] =
    times === 1 ? [await command(key), await command(key)] : await Promise.all([command(key), command(key)]);
  // A stored answer is JSON, whose keys return in another order.
  const toPlainJson = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
  if (first.ok !== second.ok || (first.ok && !isDeepStrictEqual(toPlainJson(first), toPlainJson(second))))
    throw new Difference(`the same key was answered ${JSON.stringify(first)} and ${JSON.stringify(second)}`);
  return first;
}

/** Usually the allowed caller, sometimes another person. */
const pickCaller = (model: Expected, allowedCaller: number, c: number): number => {
  const { poster, workers, outsider } = model.people;
  return c % 10 === 9
    ? (pick([poster, ...workers, outsider], Math.floor(c / 10)) ?? outsider)
    : allowedCaller;
};

/** Actions of posters, workers and admins, which others attempt too. */
export const people = {
  async submitQuote({ model, world, a, b, c }) {
    const worker = pick(model.people.workers, a) ?? 0;
    const { parts, ...quote } = buildOffer(b, c);
    const answer = await world.product.call(submitQuote, worker, {
      jobId: world.jobId,
      workScope: '',
      photoIds: null,
      ...quote,
    });
    return expectVerdict('quoting', model.submitQuote(worker, parts), answer);
  },
  async updateQuote({ model, world, a, b, c }) {
    const index = a % Math.max(1, model.quotes.length);
    const quote = model.quotes[index];
    if (!quote) return 'idle';
    const { parts, ...change } = buildOffer(b, c);
    const command = { quoteId: quote.id, workScope: '', photoIds: null, ...change };
    const answer = await world.product.call(updateQuote, quote.worker, command);
    return expectVerdict('changing a quote', model.updateQuote(index, parts), answer);
  },
  async cancelQuote({ model, world, a }) {
    const index = a % Math.max(1, model.quotes.length);
    const quote = model.quotes[index];
    if (!quote) return 'idle';
    const answer = await world.product.call(cancelQuote, quote.worker, {
      quoteId: quote.id,
      comment: 'Busy',
    });
    return expectVerdict('taking a quote back', model.cancelQuote(index), answer);
  },
  async acceptQuote({ model, world, a, b, c }) {
    const index = a % Math.max(1, model.quotes.length);
    const quote = model.quotes[index];
    if (!quote) return 'idle';
    const caller = pickCaller(model, model.people.poster, c);
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(acceptQuote, caller, { quoteId: quote.id }, key),
    );
    return expectVerdict('accepting', model.acceptQuote(index, caller), answer);
  },
  async moveFund(context) {
    const { model, world, a, b, c } = context;
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    const [step, acceptsWork] = pick(FUND_COMMANDS, b) ?? [];
    if (!milestone || !step) return 'idle';
    if (acceptsWork) context.variant = 'accepting too';
    const caller = pickCaller(model, model.people.poster, c);
    const { product, outside } = world;
    outside.arm(pick(PORT_FAULTS, c) ?? []);
    const command = {
      jobId: world.jobId,
      milestoneId: milestone.id,
      step,
      amountPaise: null,
      acceptsWork: acceptsWork === true,
    };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      product.call(moveFund, caller, command, key),
    );
    outside.arm([]);
    return expectVerdict(
      `${step} of milestone ${index}`,
      model.moveFund(index, { step, acceptsWork: acceptsWork === true }, caller, product.clock.ms()),
      answer,
    );
  },
  async moveWork({ model, world, a, b, c }) {
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    const step = pick(WORK_STEPS, b);
    if (!milestone || !step) return 'idle';
    const caller = pickCaller(model, model.worker ?? 0, c);
    const command = { jobId: world.jobId, milestoneId: milestone.id, step, note: '', photoIds: null };
    const answer = await world.product.call(moveWork, caller, command);
    const expected = model.moveWork(index, step, caller, world.product.clock.ms());
    return expectVerdict(`${step} of milestone ${index}`, expected, answer);
  },
  async requestChange({ model, world, a, c }) {
    const index = a % Math.max(1, model.milestones.length);
    const milestone = model.milestones[index];
    if (!milestone) return 'idle';
    const caller = pickCaller(model, model.people.poster, c);
    const command = { jobId: world.jobId, milestoneId: milestone.id, comment: 'Again, please' };
    const answer = await world.product.call(requestChange, caller, command);
    return expectVerdict(
      `change of milestone ${index}`,
      model.requestChange(index, caller, world.product.clock.ms()),
      answer,
    );
  },
  async cancelJob({ model, world, a, c }) {
    // A cancelled open job leaves nothing to test, so cancel one rarely.
    if (model.job === 'open' && c % 10 > 0) return 'idle';
    const caller = pickCaller(model, model.people.poster, c);
    const command = { jobId: world.jobId, comment: 'Not needed', refundPaise: null };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(cancelJob, caller, command, key),
    );
    return expectVerdict('cancelling', model.cancelJob(caller, world.product.clock.ms()), answer);
  },
  async answerCancellation({ model, world, a, b, c }) {
    const caller = pickCaller(model, model.worker ?? model.people.workers[0], c);
    const agree = b % 3 !== 0;
    const command = { jobId: world.jobId, agree: agree ? ('yes' as const) : ('no' as const) };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(answerCancellation, caller, command, key),
    );
    return expectVerdict(
      'answering a cancellation',
      model.answerCancellation(agree, caller, world.product.clock.ms()),
      answer,
    );
  },
  async raiseDispute({ model, world, a, b, c }) {
    const allowedCaller = a % 2 === 0 ? model.people.poster : (model.worker ?? model.people.workers[0]);
    const caller = pickCaller(model, allowedCaller, c);
    const command = { jobId: world.jobId, issue: 'payment' as const, details: 'Not as agreed' };
    const answer = await callWithKey(b % 3, world.nextId(), (key) =>
      world.product.call(raiseIssue, caller, command, key),
    );
    return expectVerdict('raising a dispute', model.raise(caller, world.product.clock.ms()), answer);
  },
  async withdrawDispute({ model, world, a, c }) {
    const { dispute } = model;
    const issueId = dispute?.id;
    if (!dispute || !issueId) return 'idle';
    const allowedCaller = a % 4 === 0 ? model.people.poster : dispute.raisedBy;
    const caller = pickCaller(model, allowedCaller, c);
    const answer = await world.product.call(withdrawIssue, caller, { issueId });
    return expectVerdict(
      'withdrawing a dispute',
      model.withdrawDispute(caller, world.product.clock.ms()),
      answer,
    );
  },
  async settleDispute({ model, world, a, b, c }) {
    const disputeId = model.dispute?.id;
    if (!disputeId) return 'idle';
    const percent = pick([0, 100, 50, 33, 1, 99], a) ?? 50;
    const chargeBps = b % 2 === 0 ? CHARGE_BPS : 0;
    // Sometimes the division is one paisa off.
    const offPaise = c % 12 === 0 ? 1 : 0;
    const parts = model.heldFunds.map(({ id, paise }) => {
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
    const answer = await inTx(db, (tx) => settleDispute(tx, settlement, clock.now()));
    return expectVerdict('settling', model.settle(parts, chargeBps, clock.ms()), answer);
  },
  async withdraw({ model, world, a, b, c }) {
    const user = pick(model.people.workers, a) ?? 0;
    const wallet = model.getWalletPaise(user);
    const amountPaise = Math.max(
      100,
      pick([wallet, Math.floor(wallet / 2), wallet + 1, 100, wallet - 1], b) ?? 100,
    );
    const command = { amountPaise, accountId: world.accounts.get(user) ?? 0, otp: '' };
    const answer = await callWithKey(c % 3, world.nextId(), (key) =>
      world.product.call(withdrawRequest, user, command, key),
    );
    return expectVerdict(
      'withdrawing',
      model.withdraw(user, amountPaise, !world.unverified.has(user)),
      answer,
    );
  },
  /** Sets other deduction rates from a future day on. */
  async setRates({ model, world, a, b }) {
    const { db, clock } = world.product;
    const rates = pick(RATES, a);
    if (!rates) return 'idle';
    const from = toIndianDay(clock.ms() + (1 + (b % 3)) * DAY_MS);
    const { feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise } = rates;
    const row = { effectiveOn: from, platformFeeBps: feeBps, gstBps, tdsBps, welfareBps, welfareCapPaise };
    await inTx(db, (tx) => setRates(tx, { ...row, setBy: null, reason: 'As decided', now: clock.now() }));
    model.rates.push({ from, ...rates });
    return 'done';
  },
  async loseIdentity({ model, world, a }) {
    const user = pick(model.people.workers, a) ?? 0;
    const isVerified = world.unverified.delete(user);
    if (!isVerified) world.unverified.add(user);
    await world.product.owner.query('UPDATE user_account SET identity_state = $2 WHERE id = $1', [
      user,
      isVerified ? 'verified' : 'refused',
    ]);
    return 'done';
  },
} satisfies Record<string, Action>;
