import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Call } from '@fws/contract/platform/call';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { toRupees } from '@fws/contract/platform/money';
import { awardedJob, escrowPaymentStatus } from '@fws/contract/contracts/calls';
import type { Contract, FundMoved } from '@fws/contract/contracts/schemas';
import { myContracts, postJob } from '@fws/contract/jobs/calls';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { paymentHistory, wallet } from '@fws/contract/payouts/calls';
import type { Withdrawal } from '@fws/contract/payouts/schemas';
import { acceptQuote, myQuotes, submitQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { translate } from '../../../server/src/platform/messages.ts';
import { NEW_JOURNEY, describeJourney, type Journey } from '../../../server/test/load/journeys.ts';
import { withdraw } from '../../../server/test/payouts.ts';
import {
  buildJobForm,
  getMilestoneAt,
  sendFundStep,
  sendWorkStep,
  simulatePayment,
} from '../../../server/test/story.ts';
import { TestUser, type WireAnswer } from '../../../server/test/user.ts';
import type { World } from '../../../server/test/world.ts';

/** What an outage may be answered, and nothing else. */
const SENTENCES = ['common.database_down', 'common.outcome_unknown'] as const satisfies SharedMessageId[];
type Sentence = (typeof SENTENCES)[number];

const FIRST_AMOUNT_PAISE = 100_000;
/** People think between two steps. */
const [LEAST_PAUSE_MS, MOST_PAUSE_MS] = [600, 1_400];
const TRY_AGAIN_MS = 500;
const FIRST_PAGE = { limit: '', cursor: '' };
/** Longer than a failover, the queue's delays after it and everything that waited. */
const STORY_TAKES_AT_MOST_MS = 240_000;

export interface Traffic {
  journeys: Journey[];
  /** When each write was acknowledged with 200. */
  writes: number[];
  calls: number;
  /** Answers of 503, by what they said. */
  outages: Record<Sentence, number>;
  /** Writes of unknown outcome that were found done. */
  foundDone: number;
  violations: string[];
  /** Starts no more stories. Resolves when those under way have ended. */
  stop(): Promise<void>;
}

/** Starts people who post, quote, fund, work, release and withdraw, one story after the other, whatever happens. */
export function startTraffic(
  world: World,
  { urls, clients, random }: { urls: readonly string[]; clients: number; random: () => number },
): Traffic {
  const stopping = new AbortController();
  const traffic: Traffic = {
    journeys: [],
    writes: [],
    calls: 0,
    outages: { 'common.database_down': 0, 'common.outcome_unknown': 0 },
    foundDone: 0,
    violations: [],
    async stop() {
      stopping.abort();
      await work;
    },
  };
  const runClient = async (index: number) => {
    const url = urls[index % urls.length] ?? world.url;
    await sleep(random() * MOST_PAUSE_MS);
    while (!stopping.signal.aborted) {
      const journey = { ...NEW_JOURNEY, amountPaise: FIRST_AMOUNT_PAISE + traffic.journeys.length };
      traffic.journeys.push(journey);
      const story = new Story(world, url, traffic, journey, random);
      const late = sleep(STORY_TAKES_AT_MOST_MS, undefined, { ref: false }).then(() => {
        throw new Error('it took too long');
      });
      await Promise.race([story.run(), late]).catch((error: unknown) => {
        story.giveUp();
        traffic.violations.push(`${describeJourney(journey)} did not come to its end: ${String(error)}`);
      });
    }
  };
  const work = Promise.all(Array.from({ length: clients }, (_, index) => runClient(index)));
  return traffic;
}

/** One job from its post to the money in the bank account, with people of its own. */
class Story {
  readonly #world: World;
  readonly #url: string;
  readonly #traffic: Traffic;
  readonly #journey: Journey;
  readonly #random: () => number;
  #isGivenUp = false;

  constructor(world: World, url: string, traffic: Traffic, journey: Journey, random: () => number) {
    this.#world = world;
    this.#url = url;
    this.#traffic = traffic;
    this.#journey = journey;
    this.#random = random;
  }

  giveUp(): void {
    this.#isGivenUp = true;
  }

  async run(): Promise<void> {
    const journey = this.#journey;
    const poster = await this.#createPerson('Meera');
    const worker = await this.#createPerson('Imran');
    const accountId = await this.#prepare(() => insertAccount(this.#world, worker.id));
    Object.assign(journey, { posterId: poster.id, workerId: worker.id });

    const jobId = await this.#post(poster);
    const quoteId = await this.#quote(worker, jobId);
    const accepting = createKeyHeaders();
    await this.#write(() => poster.call(acceptQuote, { quoteId: String(quoteId) }, accepting));
    const contract = (await this.#read(poster, awardedJob, { jobId: String(jobId) })) as Contract;
    const at = getMilestoneAt(contract);
    journey.milestoneId = at.milestoneId;

    const funding = createKeyHeaders();
    const funded = await this.#write<FundMoved>(() => sendFundStep(poster, at, 'funded', funding));
    const orderId = String(funded?.orderId);
    // The sandbox refuses until it knows the order.
    await this.#waitFor(async () => (await simulatePayment(this.#world, orderId, 'SUCCESS')).ok);
    await this.#waitFor(async () => {
      const { status } = (await this.#read(poster, escrowPaymentStatus, { orderId })) as { status: string };
      return status === 'SUCCESS';
    });
    journey.isPaid = true;
    for (const step of ['started', 'completed', 'payment_requested'] as const)
      await this.#write(() => sendWorkStep(worker, at, step));
    await this.#write(() => sendFundStep(poster, at, 'accepted'));
    const releasing = createKeyHeaders();
    await this.#write(() => sendFundStep(poster, at, 'released', releasing));
    journey.isReleased = true;

    const { balancePaise } = (await this.#read(worker, wallet, FIRST_PAGE)) as { balancePaise: number };
    const withdrawing = createKeyHeaders();
    const withdrawal = await this.#write<Withdrawal>(() =>
      withdraw(worker, accountId, toRupees(balancePaise), withdrawing),
    );
    journey.withdrawalId = withdrawal?.id ?? 0;
    await this.#waitFor(async () => {
      const history = (await this.#read(worker, paymentHistory, FIRST_PAGE)) as { withdrawals: Withdrawal[] };
      return history.withdrawals.some(({ id, state }) => id === journey.withdrawalId && state === 'paid');
    });
    journey.isPaidOut = true;
  }

  /** Has no key: after an unknown outcome its poster looks before posting again. */
  async #post(poster: TestUser): Promise<number> {
    const form = buildJobForm(this.#world.clock.now(), { title: `Job ${this.#journey.amountPaise}` });
    const findPosted = async () => {
      const page = (await this.#read(poster, myContracts, FIRST_PAGE)) as { items: JobDetail[] };
      return page.items[0] ?? null;
    };
    return (await this.#write<{ id: number }>(() => poster.call(postJob, form), findPosted))?.id ?? 0;
  }

  async #quote(worker: TestUser, jobId: number): Promise<number> {
    const bid = {
      jobId: String(jobId),
      bidText: toRupees(this.#journey.amountPaise),
      term: 'completion' as const,
      milestoneNames: [],
      milestoneAmountTexts: [],
      workScope: '',
    };
    const findQuoted = async () => {
      const page = (await this.#read(worker, myQuotes, FIRST_PAGE)) as { items: Quote[] };
      return page.items[0] ?? null;
    };
    return (await this.#write<{ id: number }>(() => worker.call(submitQuote, bid), findQuoted))?.id ?? 0;
  }

  /** Repeats a command until it is acknowledged. `find` looks whether one of unknown outcome was done. */
  async #write<Out = unknown>(
    send: () => Promise<WireAnswer>,
    find?: () => Promise<Out | null>,
  ): Promise<Out | null> {
    await sleep(LEAST_PAUSE_MS + this.#random() * (MOST_PAUSE_MS - LEAST_PAUSE_MS));
    for (;;) {
      const answer = await this.#ask(send);
      if (answer?.httpStatus === 200) {
        this.#traffic.writes.push(performance.now());
        return answer.data as Out;
      }
      if (find && (answer === null || answer.message === translate('en', 'common.outcome_unknown'))) {
        const found = await find();
        if (found !== null) {
          this.#traffic.foundDone += 1;
          return found;
        }
      }
      await sleep(TRY_AGAIN_MS);
    }
  }

  async #read<S extends z.ZodMiniType, Out>(
    user: TestUser,
    call: Call<S, Out>,
    values: z.input<S>,
  ): Promise<unknown> {
    for (;;) {
      const answer = await this.#ask(() => user.call(call, values));
      if (answer?.httpStatus === 200) return answer.data;
      await sleep(TRY_AGAIN_MS);
    }
  }

  /** Null when no answer came. Throws when the answer is neither 200 nor one that an outage may have. */
  async #ask(send: () => Promise<WireAnswer>): Promise<WireAnswer | null> {
    if (this.#isGivenUp) throw new Error('given up');
    this.#traffic.calls += 1;
    const answer = await send().catch((error: unknown) => {
      this.#traffic.violations.push(`a call got no answer: ${String(error)}`);
      return null;
    });
    if (answer === null || answer.httpStatus === 200) return answer;
    const sentence = SENTENCES.find((id) => answer.message === translate('en', id));
    if (answer.httpStatus !== 503 || sentence === undefined)
      throw new Error(`a call was answered ${answer.httpStatus}: ${answer.message}`);
    this.#traffic.outages[sentence] += 1;
    return answer;
  }

  async #waitFor(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) {
      if (this.#isGivenUp) throw new Error('given up');
      await sleep(TRY_AGAIN_MS);
    }
  }

  #createPerson(firstName: string): Promise<TestUser> {
    return this.#prepare(async () => {
      const { id, token } = await this.#world.user({ firstName, identity: 'verified' });
      return new TestUser(this.#url, { id, token, firstName });
    });
  }

  /** Repeats what the proof itself inserts. */
  async #prepare<T>(insert: () => Promise<T>): Promise<T> {
    for (;;) {
      const inserted = await insert().catch(() => null);
      if (inserted !== null) return inserted;
      if (this.#isGivenUp) throw new Error('given up');
      await sleep(TRY_AGAIN_MS);
    }
  }
}

const createKeyHeaders = () => ({ headers: { 'idempotency-key': randomUUID() } });

async function insertAccount({ db }: World, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
    VALUES (${userId}, 'upi', ${`imran${userId}@upi`}, 'Imran Kumar', ${`ben_${userId}_${randomUUID().slice(0, 8)}`},
      now(), now()) RETURNING id`.execute(db);
  return rows[0]?.id ?? 0;
}
