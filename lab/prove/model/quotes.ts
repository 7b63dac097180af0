import { acceptQuote, cancelQuote, submitQuote, updateQuote } from '@fws/contract/quotes/calls';
import { expectVerdict, pick, type Action, type CommandContext } from './action.ts';
import { DAY_MS } from './durations.ts';
import { callWithKey, pickCaller } from './calling.ts';
import { toIndianDay } from './state.ts';

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

const WINDOWS = ['16:00-18:00', '09:30-10:00', '13:00-21:00', '06:00-08:00'] as const;
/** The last two are refused: the provider takes no such payment, and the setting allows none. */
const FEES_PAISE = [250_00, 250_00, 0, 99_99, 500_00, 1_00, 0, 100_00, 99, 500_01] as const;

/** Two of three quotes state a visit, today or some days later. */
function buildVisit({ world, a, b, c }: CommandContext) {
  if (Math.floor(b / 3) % 3 === 0) return { visit: null, terms: null };
  const date = toIndianDay(world.product.clock.ms() + (pick([1, 0, 2, 1], c) ?? 0) * DAY_MS);
  const window = pick(WINDOWS, Math.floor(c / 4)) ?? WINDOWS[0];
  const feePaise = pick(FEES_PAISE, Math.floor(a / 2)) ?? 0;
  const [startsAt = 0, endsAt = 0] = window.split('-').map((time) => Date.parse(`${date}T${time}:00+05:30`));
  return { visit: { date, window, feePaise }, terms: { startsAt, endsAt, feePaise } };
}

/** Workers quote, and the poster accepts. */
export const quotes = {
  async submitQuote(context) {
    const { model, world, a, b, c } = context;
    const worker = pick(model.people.workers, a) ?? 0;
    const { parts, ...quote } = buildOffer(b, c);
    const { visit, terms } = buildVisit(context);
    const answer = await world.product.call(submitQuote, worker, {
      jobId: world.jobId,
      workScope: '',
      startsOn: null,
      finishBy: null,
      visit,
      photoIds: null,
      ...quote,
    });
    return expectVerdict(
      'quoting',
      model.submitQuote(worker, { parts, visit: terms }, world.product.clock.ms()),
      answer,
    );
  },
  async updateQuote(context) {
    const { model, world, a, b, c } = context;
    const index = a % Math.max(1, model.quotes.length);
    const quote = model.quotes[index];
    if (!quote) return 'idle';
    const { parts, ...change } = buildOffer(b, c);
    const { visit, terms } = buildVisit(context);
    const command = {
      quoteId: quote.id,
      version: '',
      turn: null,
      note: '',
      workScope: '',
      startsOn: null,
      finishBy: null,
      visit,
      photoIds: null,
      ...change,
    };
    const answer = await world.product.call(updateQuote, quote.worker, command);
    return expectVerdict(
      'changing a quote',
      model.updateQuote(index, { parts, visit: terms }, world.product.clock.ms()),
      answer,
    );
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
    return expectVerdict('accepting', model.acceptQuote(index, caller, world.product.clock.ms()), answer);
  },
} satisfies Record<string, Action>;
