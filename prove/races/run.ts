import { observe, type Seen } from '../model/observe.ts';
import { Product } from '../model/product.ts';
import { AMOUNT_PAISE, eachOf, layJobs, type Laid } from '../support/laid.ts';
import { PAIRS, type Pair } from './pairs.ts';

export interface RacesRun {
  races: number;
  pairs: number;
  doubleWins: number;
  /** Deadlocks that reached the caller, and whatever else was thrown. */
  unhandled: number;
  violations: string[];
}

const A_BATCH = 50;
const AT_ONCE = 6;

/** Both sides of each pair at the same moment on the same money, so many times. */
export async function runRaces(times: number, onPair: (name: string) => void = () => {}): Promise<RacesRun> {
  const run: RacesRun = { races: 0, pairs: 0, doubleWins: 0, unhandled: 0, violations: [] };
  for (const pair of PAIRS) {
    for (let left = times; left > 0; left -= A_BATCH) await batch(run, pair, Math.min(left, A_BATCH));
    run.pairs += 1;
    onPair(pair.name);
  }
  return run;
}

/** Each batch on a database of its own: the invariants read all of it. */
async function batch(run: RacesRun, pair: Pair, count: number): Promise<void> {
  const product = await Product.open(2 * AT_ONCE + 2);
  try {
    product.outside.obliging = true;
    const all = await layJobs(product, count, pair.from);
    await eachOf(all, AT_ONCE, async (laid) => {
      await pair.prepare?.(product, laid);
      await race(run, product, pair, laid);
    });
    for (const laid of all) await judge(run, product, pair, laid);
    const broken = await product.brokenInvariants();
    run.violations.push(...[...broken, ...product.outside.wrongs].map((one) => `${pair.name}: ${one}`));
  } finally {
    await product.close();
  }
}

async function race(run: RacesRun, product: Product, pair: Pair, laid: Laid): Promise<void> {
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

/** Wherever the money went, it is all there once. */
async function judge(run: RacesRun, product: Product, pair: Pair, { jobId, workerId }: Laid): Promise<void> {
  const seen = await observe(product, jobId, [workerId]);
  const paid = seen.payments.reduce((sum, one) => sum + one.paise, 0);
  const there = placed(seen);
  const isPaidOnce = paid === AMOUNT_PAISE && seen.payments.length === 1;
  if (!isPaidOnce || there !== paid)
    run.violations.push(`${pair.name}: of ${paid} paise ${there} are there: ${JSON.stringify(seen)}`);
}

function placed(seen: Seen): number {
  const held = Object.values(seen.balances).reduce((sum, one) => sum + one, 0);
  const sent = seen.refunds
    .filter((one) => one.state === 'succeeded')
    .reduce((sum, one) => sum + one.paise, 0);
  const paidOut = seen.withdrawals
    .filter((one) => one.state === 'paid')
    .reduce((sum, one) => sum + one.paise, 0);
  // The charge is what of a milestone's way back is no refund.
  const released = seen.milestones.some((one) => one.fund === 'released');
  const back = seen.refunds.filter((one) => one.milestone !== null).reduce((sum, one) => sum + one.paise, 0);
  const divided = released ? AMOUNT_PAISE - 5_000 : AMOUNT_PAISE;
  const charge = back === 0 ? 0 : divided - back;
  return held + sent + paidOut + charge;
}
