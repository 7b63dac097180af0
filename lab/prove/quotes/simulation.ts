import { decideTransition, type Actor } from '@fws/contract/platform/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { quoteLifecycle, type QuoteEvent, type QuoteState } from '@fws/contract/quotes/lifecycle';
import { QUOTE_TURNS_MAX } from '@fws/contract/quotes/negotiation/model';
import {
  calculateLapseTime,
  getAcceptAbility,
  getAnswerAbility,
  getChangeAbility,
  getEditEvent,
  getReturnEvent,
} from '../../../server/src/domains/quotes/rules.ts';
import { createRandom } from '../support/numbers.ts';

const DAY_MS = 24 * 3600_000;
const TIMER_MS = 10 * 60_000;
const LIMITS = { minPaise: 1_00, maxPaise: 1_000_000_00 };
const [POSTER, WORKER] = [1, 2];

interface SimulatedQuote {
  state: QuoteState;
  worker_id: number;
  turn: number;
  version: number;
  turnAt: number;
  endedAt: number;
  parts: { name: string; amountPaise: number }[];
}

export interface SimulatedQuotes {
  'simulated quotes': number;
  'most turns': number;
  'most versions': number;
  'longest after its last turn in days': number;
  'simulated ends': string;
  faults: string[];
}

/** Jobs with one to three quotes, whose posters, workers and admins do something at random times, or nothing. */
export function simulateQuotes(count: number, seed: number): SimulatedQuotes {
  const random = createRandom(seed);
  const ends = new Map<QuoteState, number>();
  const faults: string[] = [];
  const most = { turns: 0, versions: 0, waitMs: 0 };
  let quotes = 0;
  while (quotes < count) {
    const job = new SimulatedJob(random, Math.min(count - quotes, 1 + Math.floor(random() * 3)));
    job.run();
    quotes += job.quotes.length;
    for (const quote of job.quotes) {
      ends.set(quote.state, (ends.get(quote.state) ?? 0) + 1);
      most.turns = Math.max(most.turns, quote.turn);
      most.versions = Math.max(most.versions, quote.version);
      most.waitMs = Math.max(most.waitMs, quote.endedAt - quote.turnAt);
    }
    if (faults.length < 20) faults.push(...job.findFaults());
  }
  return {
    'simulated quotes': quotes,
    'most turns': most.turns,
    'most versions': most.versions,
    'longest after its last turn in days': Math.round((most.waitMs / DAY_MS) * 1_000) / 1_000,
    'simulated ends': [...ends].map(([state, times]) => `${state} ${times}`).join(', '),
    faults,
  };
}

class SimulatedJob {
  readonly quotes: SimulatedQuote[];
  #state: JobState = 'open';
  #now = 0;
  readonly #random: () => number;
  /** People act once in so many milliseconds; some never do. */
  readonly #paceMs: number;

  constructor(random: () => number, count: number) {
    this.#random = random;
    this.#paceMs = DAY_MS * 10 ** (random() * 3 - 1);
    this.quotes = Array.from({ length: count }, () => ({
      state: 'submitted' as const,
      worker_id: WORKER,
      turn: 1,
      version: 1,
      turnAt: 0,
      endedAt: Number.NaN,
      parts: [{ name: 'All', amountPaise: 100_00 }],
    }));
  }

  run(): void {
    while (this.quotes.some((quote) => !this.#isOver(quote))) {
      this.#now += -Math.log(1 - this.#random()) * this.#paceMs;
      this.#runTimers();
      const quote = this.quotes[Math.floor(this.#random() * this.quotes.length)];
      if (quote) this.#act(quote);
    }
  }

  findFaults(): string[] {
    const accepted = this.quotes.filter(({ state }) => state === 'accepted').length;
    return [
      ...(accepted === (this.#state === 'awarded' ? 1 : 0)
        ? []
        : [`${accepted} quotes of a job are accepted`]),
      ...this.quotes.flatMap((quote) => [
        ...(quote.turn > QUOTE_TURNS_MAX ? [`a quote has ${quote.turn} turns`] : []),
        ...(quote.endedAt - quote.turnAt <= 8 * DAY_MS
          ? []
          : ['a quote has no end eight days after its last turn']),
      ]),
    ];
  }

  #isOver = ({ state }: SimulatedQuote): boolean => quoteLifecycle.final.includes(state);

  /** Every ten minutes, up to now. */
  #runTimers(): void {
    for (const quote of this.quotes) {
      const dueAt = calculateLapseTime(new Date(quote.turnAt)).getTime();
      const ranAt = Math.ceil(dueAt / TIMER_MS) * TIMER_MS;
      if (this.#isOver(quote) || ranAt > this.#now) continue;
      this.#move(quote, quote.state === 'withheld' ? 'drop_withheld' : 'lapse', 'system', ranAt);
    }
  }

  #move(quote: SimulatedQuote, event: QuoteEvent, by: Actor, at = this.#now): void {
    const decision = decideTransition(quoteLifecycle, event, quote.state, by);
    if (decision.kind !== 'go') return;
    quote.state = decision.to;
    if (this.#isOver(quote)) quote.endedAt = at;
  }

  #takeTurn(quote: SimulatedQuote): void {
    quote.turn += 1;
    quote.turnAt = this.#now;
  }

  /** One of the things that somebody may try; the rules refuse what is not possible. */
  #act(quote: SimulatedQuote): void {
    const job = { poster_id: POSTER, state: this.#state };
    const choice = this.#random();
    if (choice < 0.25) {
      if (!getAnswerAbility('ask', quote, job, POSTER).allowed) return;
      this.#move(quote, 'ask', 'poster');
      this.#takeTurn(quote);
    } else if (choice < 0.6) {
      const event = getEditEvent(quote.state);
      if (!getChangeAbility('edit', quote, job, WORKER).allowed) return;
      this.#move(quote, event, 'worker');
      quote.version += 1;
      if (event === 'revise') this.#takeTurn(quote);
    } else if (choice < 0.68) {
      if (getAcceptAbility(quote, job, POSTER, LIMITS).allowed) this.#accept(quote);
    } else if (choice < 0.75) {
      if (getAnswerAbility('decline', quote, job, POSTER).allowed) this.#move(quote, 'decline', 'poster');
    } else if (choice < 0.8) {
      if (getChangeAbility('cancel', quote, job, WORKER).allowed) this.#move(quote, 'cancel', 'worker');
    } else if (choice < 0.88) this.#move(quote, 'withhold', 'admin');
    else if (choice < 0.96) this.#move(quote, getReturnEvent(quote), 'admin');
    else if (choice < 0.98) this.#end('cancelled', 'drop_with_job');
    else this.#end('expired', 'lapse');
  }

  #accept(quote: SimulatedQuote): void {
    this.#move(quote, 'accept', 'poster');
    this.#end('awarded', 'pass_over');
  }

  #end(state: JobState, event: QuoteEvent): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    for (const quote of this.quotes) this.#move(quote, event, 'system');
  }
}
