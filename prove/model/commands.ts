import * as fc from 'fast-check';
import { pick, type Doing } from './action.ts';
import { admins } from './admins.ts';
import type { Expected } from './expected.ts';
import { contradicts } from './matters.ts';
import { people } from './people.ts';
import { providers } from './providers.ts';
import { system } from './system.ts';
import { check, type World } from './world.ts';

/** Every action on the money, each with numbers that select its object and its variant. */

const ACTIONS = { ...people, ...admins, ...providers, ...system };
type Deed = keyof typeof ACTIONS;
/** `next`: an action that is likely to come next. */
type Kind = Deed | 'next';
const KINDS: readonly Kind[] = ['next', ...(Object.keys(ACTIONS) as Deed[])];

/** How often each command was done and refused, over all worlds. */
export type Tally = Map<string, number>;

class Command implements fc.AsyncCommand<Expected, World> {
  readonly kind: Kind;
  readonly numbers: readonly [number, number, number];
  readonly tally: Tally;

  constructor(kind: Kind, numbers: readonly [number, number, number], tally: Tally) {
    this.kind = kind;
    this.numbers = numbers;
    this.tally = tally;
  }

  check(): boolean {
    return true;
  }

  async run(model: Expected, world: World): Promise<void> {
    const [a, b, c] = this.numbers;
    const doing: Doing = { model, world, a, b, c };
    let kind = this.kind === 'next' ? likely(doing) : this.kind;
    let came = await ACTIONS[kind](doing);
    // A command without an object is replaced by one that brings the world closer to having one.
    if (came === 'idle') {
      if (kind === 'runJobs') world.mayHaveJobs = false;
      kind = likely(doing);
      came = await ACTIONS[kind](doing);
    }
    if (came === 'idle') {
      kind = 'timePasses';
      came = await ACTIONS[kind](doing);
    }
    world.mayHaveJobs = kind !== 'runJobs' || came === 'done';
    const name = [kind, doing.way, came].filter(Boolean).join(' ');
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
};
const WORK_STEP = { not_started: 0, started: 1, completed: 2, payment_requested: 2 };

const indexes = (model: Expected, fits: (one: Expected['milestones'][number]) => boolean): number[] =>
  model.milestones.flatMap((one, index) => (fits(one) ? [index] : []));

/** Picks what people would normally do next, so that deep states are not left to chance. */
function likely(doing: Doing): Deed {
  const { model, world, a } = doing;
  const { outside } = world;
  const ideas: Deed[] = world.mayHaveJobs ? ['runJobs', 'runJobs'] : [];
  if (model.job === 'open')
    ideas.push(model.quotes.some((one) => one.state === 'submitted') ? 'acceptQuote' : 'submitQuote');
  const payable = indexes(model, ({ fund, work }) => {
    if (fund === 'funded') return work === 'completed' || work === 'payment_requested';
    return fund === 'unfunded' || fund === 'accepted';
  });
  const workable = indexes(
    model,
    ({ fund, work }) => (fund === 'funded' || fund === 'accepted') && work !== 'payment_requested',
  );
  if (model.underWay) {
    if (payable.length > 0) ideas.push('moveFund', 'moveFund');
    if (workable.length > 0) ideas.push('moveWork', 'moveWork', 'moveWork');
    const orders = [...outside.orders.values()];
    const isTaken = (order: (typeof orders)[number]) => outside.statusOf(order) === 'paid';
    if (orders.some((order) => outside.isPayable(order))) ideas.push('attempt', 'attempt');
    if (orders.some(({ attempts }) => attempts.some((one) => one.status === 'pending')))
      ideas.push('attemptEnds');
    if (
      orders.some(
        (order) => isTaken(order) && !order.attempts.every((one) => model.payments.has(one.paymentId)),
      )
    )
      ideas.push('webhook', 'webhook');
  }
  if (model.asked) ideas.push('answerCancellation');
  if (model.dispute?.state === 'open') ideas.push('settleDispute', 'withdrawDispute');
  if (model.people.workers.some((user) => model.walletOf(user) >= 100)) ideas.push('withdraw');
  if ([...outside.transfers.values()].some((one) => one.status === 'processing')) ideas.push('transferEnds');
  if ([...model.refunds.values()].some((one) => one.state === 'pending')) ideas.push('refundEnds');
  // Banks act rarely: consider them in one of four steps, and let what they began continue.
  if (a % 4 === 0 && model.payments.size > 0) ideas.push('claimOpens', 'settlementBegins');
  if ([...model.claims.values()].some(({ state }) => state === 'open')) ideas.push('claimMoves', 'webhook');
  ideas.push(...afterTrouble(doing));
  const idea = pick(ideas, a) ?? 'timePasses';
  doing.a = Math.floor(a / ideas.length);
  // Take the milestone's next step; commands with random numbers try the other steps.
  const index = pick(idea === 'moveFund' ? payable : workable, doing.a) ?? 0;
  const one = model.milestones[index];
  if (one && idea === 'moveFund') {
    const step = FUND_STEP[one.fund];
    Object.assign(doing, { a: index + model.milestones.length * doing.a, b: step, c: doing.c % 10 });
  }
  if (one && idea === 'moveWork') {
    const step = WORK_STEP[one.work];
    Object.assign(doing, { a: index + model.milestones.length * doing.a, b: step, c: 1 });
  }
  if (idea === 'attempt') doing.b = 1;
  return idea;
}

/** Actions that lead to an admin's decision. Each step of such a chain is rare on its own. */
function afterTrouble({ model, world, a }: Doing): Deed[] {
  const { outside } = world;
  const ideas: Deed[] = [];
  const withdrawals = [...model.withdrawals.values()];
  const refunds = [...model.refunds.values()];
  const claims = [...model.claims.values()];
  if (model.halfDecided.size > 0) ideas.push('approve');
  if (withdrawals.some(({ state, said }) => contradicts(state, said)))
    ideas.push('decideMatter', 'decideMatter');
  if (withdrawals.some(({ state }) => state === 'paid' || state === 'failed')) ideas.push('wordTurns');
  if ([...outside.transfers.values()].some(({ turned }) => turned)) ideas.push('timePasses');
  if (refunds.some(({ state }) => state === 'failed')) ideas.push('decideMatter', 'wordTurns');
  if (outside.refusesRefunds && refunds.some(({ state }) => state === 'pending'))
    ideas.push('timePasses', 'timePasses');
  if ([...model.lateReturns.values()].some(({ refund }) => refund === null)) ideas.push('decideMatter');
  if (claims.some((one) => one.receivablePaise > one.writtenOffPaise)) ideas.push('decideMatter');
  const lost = claims.filter(({ state, escrowPaise }) => state === 'lost' && escrowPaise > 0);
  const isHeld = ({ milestone }: (typeof lost)[number]) =>
    model.milestones.some((one) => one.id === milestone && model.leftOf(one) > 0);
  if (lost.some(isHeld)) ideas.push('raiseDispute');
  if (a % 2 === 0 && lost.some((claim) => !isHeld(claim))) ideas.push('claimMoves', 'webhook');
  return ideas;
}

const WEIGHTS: Partial<Record<Kind, number>> = {
  next: 70,
  runJobs: 6,
  webhook: 4,
  timePasses: 4,
  timers: 2,
  attempt: 2,
  attemptEnds: 3,
};

export function commandsOf(
  tally: Tally,
  most: number,
  replayPath: string | undefined,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Expected, World>>> {
  const number = fc.noBias(fc.nat({ max: 999 }));
  const kind = fc.oneof(
    ...KINDS.map((name) => ({ weight: WEIGHTS[name] ?? 1, arbitrary: fc.constant(name) })),
  );
  const one = fc
    .tuple(kind, number, number, number)
    .map(([name, a, b, c]) => new Command(name, [a, b, c], tally));
  return fc.commands<Expected, World, false>([one], {
    maxCommands: most,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
}
