import { observeJobs, type Seen } from '../model/observe.ts';
import { Product } from '../model/product.ts';
import { AMOUNT_PAISE, runEach, layJobs, type Laid } from '../support/laid.ts';
import { DECISIONS } from './decisions.ts';
import type { Pair } from './pair.ts';
import { PEOPLE } from './people.ts';
import { PROVIDERS } from './providers.ts';

const PAIRS: readonly Pair[] = [...PEOPLE, ...PROVIDERS, ...DECISIONS];

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

const A_BATCH = 2_000;
const LAID_AT_ONCE = 250;
const AT_ONCE = 6;
const LOOKED_AT_ONCE = 100;

interface Asked {
  /** Selects the pairs; all of them by default. */
  part?: (name: string, index: number) => boolean;
  onBatch?: (races: number) => void;
  isTimeUp?: () => boolean;
}

/** Runs both sides of each pair at the same moment on the same money, `times` times, batch by batch. */
export async function runRaces(
  times: number,
  { part = () => true, onBatch, isTimeUp = () => false }: Asked = {},
): Promise<RacesRun> {
  const pairs = PAIRS.filter(({ name }, index) => part(name, index));
  const tried = new Map(pairs.map((pair) => [pair, 0]));
  const run = { races: 0, pairs: pairs.length, doubleWins: 0, unhandled: 0, violations: [] as string[] };
  for (let left = times; left > 0 && !isTimeUp(); left -= A_BATCH) {
    let waiting = [...pairs];
    while (waiting.length > 0 && !isTimeUp()) {
      const count = Math.min(left, A_BATCH);
      const some = waiting.slice(0, Math.ceil(A_BATCH / count));
      waiting = waiting.slice(some.length);
      await batch({ run, tried, isTimeUp }, some, count);
      onBatch?.(run.races);
    }
  }
  return { ...run, ofEachPair: Math.min(...tried.values()) };
}

interface Course {
  run: Omit<RacesRun, 'ofEachPair'>;
  tried: Map<Pair, number>;
  isTimeUp: () => boolean;
}

/** Runs a batch on its own database, which stays small because the invariants read all of it. */
async function batch(course: Course, pairs: readonly Pair[], count: number): Promise<void> {
  const { run, tried, isTimeUp } = course;
  const product = await Product.open(2 * AT_ONCE + 2);
  try {
    for (const pair of pairs) {
      product.outside.obliging = true;
      for (let left = count; left > 0 && !isTimeUp(); left -= LAID_AT_ONCE) {
        const some = await layJobs(product, Math.min(left, LAID_AT_ONCE), pair.from);
        await runEach(some, AT_ONCE, async (laid) => {
          await pair.prepare?.(product, laid);
          await race(run, product, pair, laid);
        });
        tried.set(pair, (tried.get(pair) ?? 0) + some.length);
        await judge(run, product, pair, some);
        await product.forgetJobs();
      }
    }
    const names = pairs.map(({ name }) => name).join(', ');
    const broken = await product.brokenInvariants();
    run.violations.push(...[...broken, ...product.outside.wrongs].map((one) => `${names}: ${one}`));
  } finally {
    await product.close();
  }
}

async function race(run: Course['run'], product: Product, pair: Pair, laid: Laid): Promise<void> {
  const acts = run.races % 2 === 0 ? [pair.one, pair.other] : [pair.other, pair.one];
  run.races += 1;
  const ended = await Promise.allSettled(acts.map((act) => act(product, laid)));
  const thrown = ended.filter((one) => one.status === 'rejected');
  run.unhandled += thrown.length;
  for (const { reason } of thrown) run.violations.push(`${pair.name} threw ${String(reason)}`);
  const won = ended.filter((one) => one.status === 'fulfilled' && one.value === true).length;
  if (!pair.exclusive || won === 1) return;
  if (won > 1) run.doubleWins += 1;
  run.violations.push(`${pair.name}: ${won} of two took effect`);
}

/** Checks that every paisa exists exactly once, wherever it went. */
async function judge(run: Course['run'], product: Product, pair: Pair, all: readonly Laid[]): Promise<void> {
  for (let from = 0; from < all.length; from += LOOKED_AT_ONCE) {
    const some = all.slice(from, from + LOOKED_AT_ONCE);
    const asked = some.map(({ jobId, workerId }) => ({ jobId, userIds: [workerId] }));
    for (const seen of await observeJobs(product, asked)) {
      const paid = sum(seen.payments);
      const there = placed(seen);
      const isPaidOnce = paid === AMOUNT_PAISE && seen.payments.length === 1;
      if (!isPaidOnce || there !== paid)
        run.violations.push(`${pair.name}: of ${paid} paise ${there} are there: ${JSON.stringify(seen)}`);
      const wrong = pair.ends?.(seen) ?? null;
      if (wrong !== null) run.violations.push(`${pair.name}: ${wrong}: ${JSON.stringify(seen)}`);
    }
  }
}

const sum = (parts: readonly { paise: number }[]): number =>
  parts.reduce((total, one) => total + one.paise, 0);

function placed(seen: Seen): number {
  const held = Object.values(seen.balances).reduce((total, one) => total + one, 0);
  const sent = sum(seen.refunds.filter((one) => one.state === 'succeeded'));
  const paidOut = sum(seen.withdrawals.filter((one) => one.state === 'paid'));
  const atBanks = seen.claims.reduce((total, one) => total + one.escrow, 0);
  // The processing charge is the part of the poster's share that was not refunded.
  const released = seen.milestones.some((one) => one.fund === 'released');
  const back = sum(seen.refunds.filter((one) => one.milestone !== null));
  const divided = released ? AMOUNT_PAISE - 5_000 : AMOUNT_PAISE;
  const charge = back === 0 ? 0 : divided - back;
  return held + sent + paidOut + atBanks + charge;
}
