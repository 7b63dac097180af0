import { observeJobs, type ObservedState } from '../support/product/observe.ts';
import { Product } from '../support/product/product.ts';
import { AMOUNT_PAISE, runEach, seedJobs, type Fixture } from '../support/fixtures.ts';
import { DECISIONS } from './decisions.ts';
import { ENDINGS } from './endings.ts';
import { IDENTITIES } from './identities.ts';
import { MESSAGES } from './messages.ts';
import type { Pair } from './pair.ts';
import { PEOPLE } from './people.ts';
import { PLANS } from './plans.ts';
import { PROVIDERS } from './providers.ts';
import { VISITS } from './visits.ts';

const PAIRS: readonly Pair[] = [
  ...PEOPLE,
  ...ENDINGS,
  ...PLANS,
  ...PROVIDERS,
  ...DECISIONS,
  ...IDENTITIES,
  ...MESSAGES,
  ...VISITS,
];

export interface RacesRun {
  races: number;
  pairs: number;
  /** Races of the pair that ran least often. */
  ofEachPair: number;
  doubleWins: number;
  /** Deadlocks that reached the caller, and all other thrown errors. */
  unhandled: number;
  violations: string[];
}

const BATCH_SIZE = 2_000;
const SEEDED_AT_ONCE = 250;
const AT_ONCE = 6;
const OBSERVED_AT_ONCE = 100;

interface RaceOptions {
  /** Selects the pairs; all of them by default. */
  isSelected?: (name: string, index: number) => boolean;
  onBatch?: (races: number) => void;
  /** Once aborted, no race starts any more. Those that were run are judged. */
  signal?: AbortSignal | undefined;
}

/** Runs both sides of each pair at the same moment on the same money, `times` times, batch by batch. */
export async function runRaces(
  times: number,
  { isSelected = () => true, onBatch, signal }: RaceOptions = {},
): Promise<RacesRun> {
  const isTimeUp = () => signal?.aborted === true;
  const pairs = PAIRS.filter(({ name }, index) => isSelected(name, index));
  const racesByPair = new Map(pairs.map((pair) => [pair, 0]));
  const run = { races: 0, pairs: pairs.length, doubleWins: 0, unhandled: 0, violations: [] as string[] };
  for (let left = times; left > 0 && !isTimeUp(); left -= BATCH_SIZE) {
    let waiting = [...pairs];
    while (waiting.length > 0 && !isTimeUp()) {
      const count = Math.min(left, BATCH_SIZE);
      const batchPairs = waiting.slice(0, Math.ceil(BATCH_SIZE / count));
      waiting = waiting.slice(batchPairs.length);
      await runBatch({ run, racesByPair, isTimeUp }, batchPairs, count);
      onBatch?.(run.races);
    }
  }
  return { ...run, ofEachPair: Math.min(...racesByPair.values()) };
}

interface BatchContext {
  run: Omit<RacesRun, 'ofEachPair'>;
  racesByPair: Map<Pair, number>;
  isTimeUp: () => boolean;
}

/** Runs a batch on its own database, which stays small because the invariants read all of it. */
async function runBatch(context: BatchContext, pairs: readonly Pair[], count: number): Promise<void> {
  const { run, racesByPair, isTimeUp } = context;
  const product = await Product.open(2 * AT_ONCE + 2);
  try {
    for (const pair of pairs) {
      product.outside.obliging = true;
      for (let left = count; left > 0 && !isTimeUp(); left -= SEEDED_AT_ONCE) {
        const seededJobs = await seedJobs(product, Math.min(left, SEEDED_AT_ONCE), pair.from);
        const racedJobs: Fixture[] = [];
        await runEach(seededJobs, AT_ONCE, async (laid) => {
          if (isTimeUp()) return;
          await pair.prepare?.(product, laid);
          await race(run, product, pair, laid);
          racedJobs.push(laid);
        });
        racesByPair.set(pair, (racesByPair.get(pair) ?? 0) + racedJobs.length);
        await judge(run, product, pair, racedJobs);
        await product.deleteQueuedTasks();
      }
    }
    const names = pairs.map(({ name }) => name).join(', ');
    const broken = await product.listBrokenInvariants();
    run.violations.push(
      ...[...broken, ...product.outside.violations].map((violation) => `${names}: ${violation}`),
    );
  } finally {
    await product.close();
  }
}

async function race(run: BatchContext['run'], product: Product, pair: Pair, laid: Fixture): Promise<void> {
  const actions = run.races % 2 === 0 ? [pair.first, pair.second] : [pair.second, pair.first];
  run.races += 1;
  const results = await Promise.allSettled(actions.map((action) => action(product, laid)));
  const rejections = results.filter((result) => result.status === 'rejected');
  run.unhandled += rejections.length;
  for (const { reason } of rejections) run.violations.push(`${pair.name} threw ${String(reason)}`);
  const found = (await pair.inspect?.(product, laid)) ?? null;
  if (found !== null) run.violations.push(`${pair.name}: ${found}`);
  const winCount = results.filter((result) => result.status === 'fulfilled' && result.value === true).length;
  if (!pair.exclusive || winCount === 1) return;
  if (winCount > 1) run.doubleWins += 1;
  run.violations.push(`${pair.name}: ${winCount} of two took effect`);
}

/** Checks that every paisa exists exactly once, wherever it went. */
async function judge(
  run: BatchContext['run'],
  product: Product,
  pair: Pair,
  all: readonly Fixture[],
): Promise<void> {
  for (let from = 0; from < all.length; from += OBSERVED_AT_ONCE) {
    const chunk = all.slice(from, from + OBSERVED_AT_ONCE);
    const jobs = chunk.map(({ jobId, workerId }) => ({ jobId, userIds: [workerId] }));
    for (const observed of await observeJobs(product, jobs)) {
      const paid = sum(observed.payments);
      const placedPaise = sumPlaced(observed);
      const isPaidOnce = pair.paysMore === true || (paid === AMOUNT_PAISE && observed.payments.length === 1);
      if (!isPaidOnce || placedPaise !== paid)
        run.violations.push(
          `${pair.name}: of ${paid} paise ${placedPaise} are there: ${JSON.stringify(observed)}`,
        );
      const violation = pair.findViolation?.(observed) ?? null;
      if (violation !== null) run.violations.push(`${pair.name}: ${violation}: ${JSON.stringify(observed)}`);
    }
  }
}

const sum = (parts: readonly { paise: number }[]): number =>
  parts.reduce((total, part) => total + part.paise, 0);

function sumPlaced(observed: ObservedState): number {
  const accountPaise = Object.values(observed.balances).reduce((total, paise) => total + paise, 0);
  const refundedPaise = sum(observed.refunds.filter((refund) => refund.state === 'succeeded'));
  const paidOut = sum(observed.withdrawals.filter((withdrawal) => withdrawal.state === 'paid'));
  const atBanks = observed.chargebacks.reduce((total, chargeback) => total + chargeback.escrow, 0);
  // The processing charge is the part of the poster's share that was not refunded.
  const released = observed.milestones.some((milestone) => milestone.fund === 'released');
  const milestoneRefundPaise = sum(observed.refunds.filter((refund) => refund.milestone !== null));
  const divided = released ? AMOUNT_PAISE - 5_000 : AMOUNT_PAISE;
  const charge = milestoneRefundPaise === 0 ? 0 : divided - milestoneRefundPaise;
  return accountPaise + refundedPaise + paidOut + atBanks + charge;
}
