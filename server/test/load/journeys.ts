import { toIstDate } from '@fws/contract/platform/dates';
import { toRupees } from '@fws/contract/platform/money';
import { escrowPaymentStatus } from '@fws/contract/contracts/calls';
import { paymentHistory, wallet } from '@fws/contract/payouts/calls';
import { setRates } from '../../src/domains/ledger/index.ts';
import { inTx } from '../../src/platform/db/index.ts';
import { BrowserUser, type CallReport } from './browser-user.ts';
import { createBankAccount, withdraw, parseWithdrawalId } from '../payouts.ts';
import { simulatePayment, award, endRests, getMilestoneAt, openOrder, payOut } from '../story.ts';
import { waitFor } from '../wait.ts';
import type { World } from '../world.ts';

/** Pairs of users who run the main story without pause, one journey after the other. */
export interface Journeys {
  countFinished(): number;
  /** Starts no more journeys. Resolves when those in progress have ended. */
  stop(): Promise<JourneyReport>;
}

export interface JourneyReport extends CallReport {
  journeys: Journey[];
  /** The reason of each journey that failed. */
  abandoned: string[];
}

/** The steps that were answered 200. An id is 0 until then. */
export interface Journey {
  amountPaise: number;
  posterId: number;
  workerId: number;
  milestoneId: number;
  isPaid: boolean;
  isReleased: boolean;
  withdrawalId: number;
  isPaidOut: boolean;
}

/** Each journey has a different amount. */
const FIRST_AMOUNT_PAISE = 100_000;
/** FWS keeps 5% of each release, and 18% GST on that. */
const RATES = { platformFeeBps: 500, gstBps: 1800, tdsBps: 0, welfareBps: 0, welfareCapPaise: 0 };
const DAY_MS = 24 * 3600_000;
const TIMEOUT_MS = 120_000;
/** How often a waiting page polls. */
const POLL_INTERVAL_MS = 250;
const FIRST_PAGE = { limit: '', cursor: '' };

/** All calls go to `url`, which may be a proxy's. FWS deducts its fee from each release. */
export async function startJourneys(
  world: World,
  { url, pairs }: { url: string; pairs: number },
): Promise<Journeys> {
  await setJourneyRates(world);
  const report: JourneyReport = { journeys: [], abandoned: [], calls: 0, failures: [] };
  const stopping = new AbortController();

  async function runJourneys(): Promise<void> {
    while (!stopping.signal.aborted) {
      const amountPaise = FIRST_AMOUNT_PAISE + report.journeys.length;
      const journey = { ...NEW_JOURNEY, amountPaise };
      report.journeys.push(journey);
      try {
        await runJourney(world, url, journey, report);
      } catch (error) {
        report.abandoned.push(`${describeJourney(journey)}: ${(error as Error).message}`);
      }
    }
  }

  const work = Array.from({ length: pairs }, runJourneys);
  return {
    countFinished: () => report.journeys.filter(({ isPaidOut }) => isPaidOut).length,
    async stop() {
      stopping.abort();
      await Promise.all(work);
      return report;
    },
  };
}

/** The fee that the books of journeys expect. */
export async function setJourneyRates(world: World): Promise<void> {
  const yesterday = new Date(world.clock.now().getTime() - DAY_MS);
  const effectiveOn = toIstDate(world.clock.now());
  await inTx(world.db, (tx) =>
    setRates(tx, { ...RATES, effectiveOn, setBy: null, reason: 'Journeys', now: yesterday }),
  );
}

export const describeJourney = ({ posterId, workerId }: Journey): string =>
  `journey of ${posterId} and ${workerId}`;

export const NEW_JOURNEY: Journey = {
  amountPaise: 0,
  posterId: 0,
  workerId: 0,
  milestoneId: 0,
  isPaid: false,
  isReleased: false,
  withdrawalId: 0,
  isPaidOut: false,
};

/** Runs from posting the job to the money in the worker's bank account. */
async function runJourney(world: World, url: string, journey: Journey, report: CallReport): Promise<void> {
  const poster = new BrowserUser(url, await world.user({ firstName: 'Meera' }), report);
  const worker = new BrowserUser(url, await world.user({ firstName: 'Imran', identity: 'verified' }), report);
  Object.assign(journey, { posterId: poster.id, workerId: worker.id });

  const bid = { rupees: toRupees(journey.amountPaise), term: 'completion' } as const;
  const at = getMilestoneAt(await award(world, { poster, worker }, bid));
  journey.milestoneId = at.milestoneId;

  const orderId = await openOrder(poster, at);
  // The sandbox refuses until it knows the order.
  await waitAsPage('the payment', async () => (await simulatePayment(world, orderId, 'SUCCESS')).ok);
  await waitAsPage('the payment to be applied', async () => {
    const { status } = await poster.done(escrowPaymentStatus, { orderId });
    return status === 'SUCCESS';
  });
  journey.isPaid = true;
  await payOut({ poster, worker }, at);
  await endRests(world, worker);
  journey.isReleased = true;

  const account = await createBankAccount(worker, '50100417700123');
  const { balancePaise } = await worker.done(wallet, FIRST_PAGE);
  journey.withdrawalId = parseWithdrawalId(await withdraw(worker, account.id, toRupees(balancePaise)));
  await waitAsPage('the withdrawal to be paid', async () => {
    const { withdrawals } = await worker.done(paymentHistory, FIRST_PAGE);
    return withdrawals.some(({ id, state }) => id === journey.withdrawalId && state === 'paid');
  });
  journey.isPaidOut = true;
}

const waitAsPage = (description: string, condition: () => Promise<boolean>): Promise<void> =>
  waitFor(description, condition, TIMEOUT_MS, POLL_INTERVAL_MS);
