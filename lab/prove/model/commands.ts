import * as fc from 'fast-check';
import { pick, type CommandContext } from './action.ts';
import { admins } from './admins.ts';
import { disputes } from './disputes.ts';
import { endings } from './endings.ts';
import type { Expected } from './expected.ts';
import { isContradicted } from './ops-cases.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { providers } from './providers.ts';
import { quotes } from './quotes.ts';
import { reviews } from './reviews.ts';
import { system } from './system.ts';
import { isOpen } from './visit.ts';
import { listVisitActions, visits } from './visits.ts';
import { getReleaseTime } from './waits.ts';
import { check, type World } from './world.ts';

/** Every action on the money, each with numbers that select its object and its variant. */

const ACTIONS = {
  ...quotes,
  ...people,
  ...visits,
  ...reviews,
  ...endings,
  ...disputes,
  ...plans,
  ...admins,
  ...providers,
  ...system,
};
type ActionName = keyof typeof ACTIONS;
/** `next`: an action that is likely to come next. */
type CommandKind = ActionName | 'next';
const KINDS: readonly CommandKind[] = ['next', ...(Object.keys(ACTIONS) as ActionName[])];

/** How often each command was done and refused, over all worlds. */
export type Tally = Map<string, number>;

class Command implements fc.AsyncCommand<Expected, World> {
  readonly kind: CommandKind;
  readonly numbers: readonly [number, number, number];
  readonly tally: Tally;

  constructor(kind: CommandKind, numbers: readonly [number, number, number], tally: Tally) {
    this.kind = kind;
    this.numbers = numbers;
    this.tally = tally;
  }

  check(): boolean {
    return true;
  }

  async run(model: Expected, world: World): Promise<void> {
    const [a, b, c] = this.numbers;
    const context: CommandContext = { model, world, a, b, c };
    let kind = this.kind === 'next' ? pickLikelyAction(context) : this.kind;
    let result = await ACTIONS[kind](context);
    // A command without an object is replaced by one that brings the world closer to having one.
    if (result === 'idle') {
      if (kind === 'runJobs') world.mayHaveTasks = false;
      kind = pickLikelyAction(context);
      result = await ACTIONS[kind](context);
    }
    if (result === 'idle') {
      kind = 'timePasses';
      result = await ACTIONS[kind](context);
    }
    world.mayHaveTasks = kind !== 'runJobs' || result === 'done';
    const name = [kind, context.variant, result].filter(Boolean).join(' ');
    this.tally.set(name, (this.tally.get(name) ?? 0) + 1);
    await check(model, world);
  }

  toString(): string {
    return `${this.kind}(${this.numbers.join(',')})`;
  }
}

const FUND_STEP = {
  unfunded: 0,
  funding_pending: 0,
  funded: 1,
  accepted: 2,
  released: 2,
  refund_pending: 2,
  refunded: 2,
  removed: 0,
};
const WORK_STEP = { not_started: 0, started: 1, completed: 2, payment_requested: 2 };

const listIndexes = (
  model: Expected,
  isMatch: (milestone: Expected['milestones'][number]) => boolean,
): number[] => model.milestones.flatMap((milestone, index) => (isMatch(milestone) ? [index] : []));

const listTasks = ({ mayHaveTasks }: World): ActionName[] => (mayHaveTasks ? ['runJobs', 'runJobs'] : []);

/** What brings a payment that was begun to its end. */
function listPaymentActions({ model, world: { outside } }: CommandContext): ActionName[] {
  const candidates: ActionName[] = [];
  const orders = [...outside.orders.values()];
  const isPaid = (order: (typeof orders)[number]) => outside.getOrderStatus(order) === 'paid';
  if (orders.some((order) => outside.isPayable(order))) candidates.push('attempt', 'attempt');
  if (orders.some(({ attempts }) => attempts.some((attempt) => attempt.status === 'pending')))
    candidates.push('attemptEnds');
  if (
    orders.some(
      (order) => isPaid(order) && !order.attempts.every((attempt) => model.payments.has(attempt.paymentId)),
    )
  )
    candidates.push('webhook', 'webhook');
  return candidates;
}

/** What must be done in time: the payment before the visit, and then the visit. */
function listUrgentActions(context: CommandContext): ActionName[] {
  const { model, world } = context;
  const { visit, milestones } = model;
  if (!visit || !model.takesMoney) return listVisitActions(context);
  const isPayable = visit.fundedAt === null && world.product.clock.ms() < visit.startsAt;
  if (!isOpen(visit) || !isPayable) return listVisitActions(context);
  return [
    ...listTasks(world),
    ...listPaymentActions(context),
    ...(milestones[0]?.fund === 'unfunded' ? (['moveFund'] as const) : []),
  ];
}

/** Picks what people would normally do next, so that deep states are not left to chance. */
function pickLikelyAction(context: CommandContext): ActionName {
  const { model, world, a } = context;
  const { outside } = world;
  const candidates = listTasks(world);
  const now = world.product.clock.ms();
  const submitted = model.quotes.filter(({ state }) => state === 'submitted');
  const acceptable = submitted.filter(({ visit }) => !visit || visit.endsAt > now);
  if (model.job === 'open')
    candidates.push(
      acceptable.length > 0 ? 'acceptQuote' : submitted.length > 0 ? 'updateQuote' : 'submitQuote',
    );
  const payable = listIndexes(model, ({ fund, work }) => {
    if (fund === 'funded') return work === 'completed' || work === 'payment_requested';
    return fund === 'unfunded' || fund === 'accepted';
  });
  const workable = listIndexes(
    model,
    ({ fund, work }) => (fund === 'funded' || fund === 'accepted') && work !== 'payment_requested',
  );
  if (model.underWay) {
    if (payable.length > 0) candidates.push('moveFund', 'moveFund');
    if (workable.length > 0) candidates.push('moveWork', 'moveWork', 'moveWork');
    candidates.push(...listPaymentActions(context));
  }
  if (model.takesMoney && model.change) candidates.push('answerChange', 'answerChange');
  if (model.takesMoney && !model.change && a % 3 === 1) candidates.push('proposeChange');
  if (model.milestones.some(({ split }) => split?.turns === 0)) candidates.push('proposeSplit', 'moveWork');
  if (model.milestones.some(({ split }) => split !== null && split.turns > 0))
    candidates.push('answerSplit', 'answerSplit');
  if (model.disputes.some(({ state }) => state === 'open'))
    candidates.push('settleDispute', 'withdrawDispute');
  const urgent = listUrgentActions(context);
  // Days pass with other actions, and an agreed time does not wait.
  if (urgent.length > 0 && context.b % 5 > 0) candidates.splice(0, candidates.length, ...urgent);
  if (a % 4 === 2 && model.milestones.some(({ releasedPaise }) => releasedPaise !== null))
    candidates.push('writeReview', model.reviews.length === 2 ? 'replyReview' : 'timePasses');
  // Whoever wants to put off a release tries this.
  if (a % 4 === 1 && model.milestones.some((milestone) => getReleaseTime(milestone) !== null))
    candidates.push('requestChange', 'raiseDispute', 'timePasses');
  if (model.people.workers.some((user) => model.getWalletPaise(user) >= 100)) candidates.push('withdraw');
  if ([...outside.transfers.values()].some((transfer) => transfer.status === 'processing'))
    candidates.push('transferEnds');
  if ([...model.refunds.values()].some((refund) => refund.state === 'pending')) candidates.push('refundEnds');
  // Banks act rarely: consider them in one of four steps, and let what they began continue.
  if (a % 4 === 0 && model.payments.size > 0) candidates.push('claimOpens', 'settlementBegins');
  if ([...model.chargebacks.values()].some(({ state }) => state === 'open'))
    candidates.push('claimMoves', 'webhook');
  candidates.push(...listRecoveryActions(context));
  const choice = pick(candidates, a) ?? 'timePasses';
  context.a = Math.floor(a / candidates.length);
  const quote = pick(choice === 'acceptQuote' ? acceptable : submitted, context.a);
  if (quote && (choice === 'acceptQuote' || choice === 'updateQuote'))
    context.a = model.quotes.indexOf(quote) + model.quotes.length * context.a;
  // Take the milestone's next step; commands with random numbers try the other steps.
  // Mostly of the first milestone that has one: later ones wait for it.
  const index = pick(choice === 'moveFund' ? payable : workable, context.c % 4 === 0 ? context.a : 0) ?? 0;
  const milestone = model.milestones[index];
  if (milestone && choice === 'moveFund') {
    // Half of the finished work is accepted and released at once.
    const step = milestone.fund === 'funded' && context.c % 2 === 1 ? 3 : FUND_STEP[milestone.fund];
    Object.assign(context, { a: index + model.milestones.length * context.a, b: step, c: context.c % 10 });
  }
  if (milestone && choice === 'moveWork') {
    const step = WORK_STEP[milestone.work];
    Object.assign(context, { a: index + model.milestones.length * context.a, b: step, c: 1 });
  }
  if (choice === 'attempt') context.b = 1;
  return choice;
}

/** Actions that lead to an admin's decision. Each step of such a chain is rare on its own. */
function listRecoveryActions({ model, world, a }: CommandContext): ActionName[] {
  const { outside } = world;
  const candidates: ActionName[] = [];
  const withdrawals = [...model.withdrawals.values()];
  const refunds = [...model.refunds.values()];
  const chargebacks = [...model.chargebacks.values()];
  if (model.pendingApprovals.size > 0) candidates.push('approve');
  if (withdrawals.some(({ state, status }) => isContradicted(state, status)))
    candidates.push('decideCase', 'decideCase');
  if (withdrawals.some(({ state }) => state === 'paid' || state === 'failed')) candidates.push('wordTurns');
  if ([...outside.transfers.values()].some(({ turned }) => turned)) candidates.push('timePasses');
  if (refunds.some(({ state }) => state === 'failed')) candidates.push('decideCase', 'wordTurns');
  if (outside.refusesRefunds && refunds.some(({ state }) => state === 'pending'))
    candidates.push('timePasses', 'timePasses');
  if ([...model.lateReturns.values()].some(({ refund }) => refund === null)) candidates.push('decideCase');
  if (chargebacks.some((chargeback) => chargeback.receivablePaise > chargeback.writtenOffPaise))
    candidates.push('decideCase');
  const lostChargebacks = chargebacks.filter(({ state, escrowPaise }) => state === 'lost' && escrowPaise > 0);
  const hasEscrowLeft = ({ milestone }: (typeof lostChargebacks)[number]) =>
    model.milestones.some((candidate) => candidate.id === milestone && model.getEscrowLeft(candidate) > 0);
  if (lostChargebacks.some(hasEscrowLeft)) candidates.push('raiseDispute');
  if (a % 2 === 0 && lostChargebacks.some((chargeback) => !hasEscrowLeft(chargeback)))
    candidates.push('claimMoves', 'webhook');
  return candidates;
}

const FIRST_COMMANDS_MAX = 40;

/** A visit takes many steps to begin, so some worlds begin with one that is agreed and paid for. */
export async function beginWithVisit(
  model: Expected,
  world: World,
  variant: number,
  tally: Tally,
): Promise<void> {
  const run = (kind: CommandKind, ...numbers: [number, number, number]) =>
    new Command(kind, numbers, tally).run(model, world);
  // The numbers for a visit on the next day with a fee.
  await run('submitQuote', 2 * (variant % 4), 3 + (variant % 3), 4 * (variant % 3));
  await run('acceptQuote', 0, 0, 0);
  for (let count = 0; count < FIRST_COMMANDS_MAX && model.visit?.fundedAt === null; count++)
    await run('next', count, 1, 7);
}

const WEIGHTS: Partial<Record<CommandKind, number>> = {
  next: 110,
  runJobs: 6,
  webhook: 4,
  timePasses: 4,
  timers: 2,
  attempt: 2,
  attemptEnds: 3,
};

export function buildCommands(
  tally: Tally,
  maxCommands: number,
  replayPath: string | undefined,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Expected, World>>> {
  const number = fc.noBias(fc.nat({ max: 999 }));
  const kind = fc.oneof(
    ...KINDS.map((name) => ({ weight: WEIGHTS[name] ?? 1, arbitrary: fc.constant(name) })),
  );
  const command = fc
    .tuple(kind, number, number, number)
    .map(([name, a, b, c]) => new Command(name, [a, b, c], tally));
  return fc.commands<Expected, World, false>([command], {
    maxCommands: maxCommands,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
}
