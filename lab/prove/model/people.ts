import { isDeepStrictEqual } from 'node:util';
import { acceptQuote, cancelQuote, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import {
  answerSplit,
  cancelJob,
  moveFund,
  moveWork,
  proposeSplit,
  requestChange,
} from '@fws/contract/contracts/calls';
import { WORK_STEPS, type FundStep } from '@fws/contract/contracts/model';
import { raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { withdrawRequest } from '@fws/contract/payouts/calls';
import { escrowEvents } from '../../../server/src/domains/contracts/index.ts';
import { settleDispute } from '../../../server/src/domains/disputes/index.ts';
import { setRates } from '../../../server/src/domains/ledger/index.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
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
export const pickCaller = (model: Expected, allowedCaller: number, c: number): number => {
  const { poster, workers, outsider } = model.people;
  return c % 10 === 9
    ? (pick([poster, ...workers, outsider], Math.floor(c / 10)) ?? outsider)
    : allowedCaller;
};

/** What one side says the work is worth: nothing, all of it, a part, or more than there is. */
const pickSum = (paise: number, index: number): number =>
  pick([0, paise, Math.floor(paise / 3), paise - 1, 1, paise + 1, Math.floor(paise / 2)], index) ?? 0;

/** Usually an open dispute, otherwise the last one. */
const pickDispute = (model: Expected, index: number) =>
  pick(
    model.disputes.filter(({ state }) => state === 'open'),
    index,
  ) ?? model.disputes.at(-1);

/** Actions of posters, workers and admins, which others attempt too. */
export const people = {
  async submitQuote({ model, world, a, b, c }) {
    const worker = pick(model.people.workers, a) ?? 0;
    const { parts, ...quote } = buildOffer(b, c);
    const answer = await world.product.call(submitQuote, worker, {
      jobId: world.jobId,
      workScope: '',
      startsOn: null,
      finishBy: null,
      visit: null,
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
    const command = {
      quoteId: quote.id,
      version: '',
      turn: null,
      note: '',
      workScope: '',
      startsOn: null,
      finishBy: null,
      visit: null,
      photoIds: null,
      ...change,
    };
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
    const command = {
      jobId: world.jobId,
      milestoneId: milestone.id,
      step,
      note: '',
      photoIds: null,
      code: '',
    };
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
    const canceller = c % 4 === 0 ? (model.worker ?? model.people.poster) : model.people.poster;
    const caller = pickCaller(model, canceller, c);
    const command = { jobId: world.jobId, comment: 'Not needed', refundPaise: null, excuse: null };
    const answer = await callWithKey(a % 3, world.nextId(), (key) =>
      world.product.call(cancelJob, caller, command, key),
    );
    return expectVerdict('cancelling', model.cancelJob(caller, world.product.clock.ms()), answer);
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
  async withdraw({ model, world, a, b, c }) {
    const user = pick(model.people.workers, a) ?? 0;
    const now = world.product.clock.ms();
    const free = model.getWallet(user).getFree(now);
    const wallet = model.getWalletPaise(user);
    const amountPaise = Math.max(
      100,
      pick([free, Math.floor(free / 2), free + 1, 100, free - 1, wallet], b) ?? 100,
    );
    const command = { amountPaise, accountId: world.accounts.get(user) ?? 0, otp: '' };
    const answer = await callWithKey(c % 3, world.nextId(), (key) =>
      world.product.call(withdrawRequest, user, command, key),
    );
    return expectVerdict(
      'withdrawing',
      model.withdraw(user, amountPaise, { verified: !world.unverified.has(user), now }),
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
