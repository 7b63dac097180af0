import { expect, test } from 'vitest';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import type { HoldReason } from '../../platform/db/tables.ts';
import { maySeeQuote } from './policy.ts';
import { QUOTE_VERSIONS_MAX } from '@fws/contract/quotes/negotiation/model';
import {
  calculateCutoffs,
  calculateLapseTime,
  checkDates,
  checkPayable,
  getAcceptAbility,
  getAnswerAbility,
  getChangeAbility,
  getReturnEvent,
  getTurnTime,
} from './rules.ts';

const LIMITS = { minPaise: 1_00, maxPaise: 1_000_000_00 };

const getReason = (readerId: number, quote: QuoteState, job: JobState, partPaise = 100_00) => {
  const ability = getAcceptAbility(
    { state: quote, parts: [100_00, partPaise].map((amountPaise) => ({ name: 'Part', amountPaise })) },
    { poster_id: 1, state: job },
    readerId,
    LIMITS,
  );
  if (ability.allowed) expect(ability).toEqual({ allowed: true });
  else expect(ability).toEqual({ allowed: false, reason: ability.reason });
  return ability.allowed ? null : ability.reason;
};

test('allows only the poster to accept, and only a submitted quote on an open job', () => {
  expect(getReason(1, 'submitted', 'open')).toBeNull();
  expect(getReason(2, 'submitted', 'open')).toBe('common.not_allowed');
  expect(getReason(1, 'not_selected', 'awarded')).toBe('quotes.job_awarded');
  expect(getReason(1, 'submitted', 'in_progress')).toBe('quotes.job_awarded');
  expect(getReason(1, 'lapsed', 'completed')).toBe('quotes.job_awarded');
  expect(getReason(1, 'accepted', 'awarded')).toBe('quotes.not_open');
  expect(getReason(1, 'lapsed', 'open')).toBe('quotes.not_open');
  expect(getReason(1, 'submitted', 'expired')).toBe('quotes.not_open');
});

test('allows nobody to accept a quote with a part that cannot be paid at once', () => {
  expect(getReason(1, 'submitted', 'open', 1_000_000_00)).toBeNull();
  expect(getReason(1, 'submitted', 'open', 1_000_000_01)).toBe('quotes.not_payable');
  expect(getReason(1, 'submitted', 'open', 99)).toBe('quotes.not_payable');
  expect(getReason(2, 'submitted', 'open', 99)).toBe('common.not_allowed');
});

test.each([
  ['milestone', [100_00, 1_000_000_01], 'milestoneAmountTexts', 'quotes.milestone_too_large', 2],
  ['milestone', [99, 100_00], 'milestoneAmountTexts', 'quotes.milestone_too_small', 1],
  ['terms', [20_00, 1_000_000_01, 20_00], 'bidText', 'quotes.part_too_large', 2],
  ['terms', [20, 60, 20], 'bidText', 'quotes.part_too_small', 1],
  ['completion', [1_000_000_01], 'bidText', 'quotes.part_too_large', 1],
] as const)('refuses the parts %s %j beside %s', (term, amounts, field, code, number) => {
  const parts = amounts.map((amountPaise, index) => ({ name: `Part ${index + 1}`, amountPaise }));
  const checked = checkPayable(term, parts, LIMITS);
  expect(checked.ok ? null : checked.refusal).toMatchObject({
    kind: 'invalid',
    code,
    values: { number, minimum: '₹1', maximum: '₹10,00,000' },
    fields: { [field]: { code } },
  });
});

test('accepts parts at the limits of one payment', () => {
  const parts = [1_00, 1_000_000_00].map((amountPaise) => ({ name: 'Part', amountPaise }));
  expect(checkPayable('milestone', parts, LIMITS)).toEqual({ ok: true, value: null });
});

test('shows a quote only to the poster and its worker, and one that was cancelled or withheld to its worker', () => {
  const listReaders = (state: QuoteState) =>
    [1, 2, 3].filter((userId) => maySeeQuote({ worker_id: 2, state }, { poster_id: 1 }, userId));
  for (const state of quoteLifecycle.states)
    expect(listReaders(state), state).toEqual(state === 'cancelled' || state === 'withheld' ? [2] : [1, 2]);
});

test('lets the worker edit a submitted quote while the job is open, and cancel it even afterwards', () => {
  const getAbility = (change: 'edit' | 'cancel', quote: QuoteState, job: JobState, readerId = 2) =>
    getChangeAbility(change, { state: quote, worker_id: 2, version: 1 }, { state: job }, readerId);
  const deny = (reason: string) => ({ allowed: false, reason });
  expect(getAbility('edit', 'submitted', 'open')).toEqual({ allowed: true });
  expect(getAbility('cancel', 'submitted', 'open')).toEqual({ allowed: true });
  expect(getAbility('cancel', 'submitted', 'expired')).toEqual({ allowed: true });
  expect(getAbility('edit', 'submitted', 'expired')).toEqual(deny('jobs.not_open'));
  for (const change of ['edit', 'cancel'] as const) {
    expect(getAbility(change, 'submitted', 'open', 1)).toEqual(deny('common.not_allowed'));
    expect(getAbility(change, 'accepted', 'awarded')).toEqual(deny('quotes.was_accepted'));
    expect(getAbility(change, 'cancelled', 'open')).toEqual(deny('quotes.not_waiting'));
  }
});

test('limits how often an offer is changed while the poster reads it, and never an answer', () => {
  const mayEdit = (state: QuoteState, version: number) =>
    getChangeAbility('edit', { state, worker_id: 2, version }, { state: 'open' }, 2);
  expect(mayEdit('submitted', QUOTE_VERSIONS_MAX - 1)).toEqual({ allowed: true });
  expect(mayEdit('submitted', QUOTE_VERSIONS_MAX)).toEqual({
    allowed: false,
    reason: 'quotes.too_many_versions',
  });
  expect(mayEdit('asked', QUOTE_VERSIONS_MAX)).toEqual({ allowed: true });
  // FWS asked to change it.
  const held = { state: 'withheld' as const, worker_id: 2, version: QUOTE_VERSIONS_MAX };
  const mayChange = (held_back: HoldReason) =>
    getChangeAbility('edit', { ...held, held_back }, { state: 'open' }, 2).allowed;
  expect(mayChange('change_asked')).toBe(true);
  expect(mayChange('taken_down')).toBe(false);
});

test('lets the poster ask while an answer fits into the turns, and decline until the end', () => {
  const answer = (
    event: 'ask' | 'decline',
    state: QuoteState,
    turn = 1,
    job: JobState = 'open',
    reader = 1,
  ) => {
    const ability = getAnswerAbility(event, { state, turn }, { poster_id: 1, state: job }, reader);
    return ability.allowed || ability.reason;
  };
  expect([1, 2, 3, 4, 5, 6].map((turn) => answer('ask', 'submitted', turn))).toEqual([
    true,
    true,
    true,
    // No offer has this turn, so that one ask was left before.
    'quotes.last_turn',
    'quotes.last_turn',
    'quotes.last_turn',
  ]);
  expect(answer('decline', 'submitted', 5)).toBe(true);
  expect(answer('ask', 'asked', 2)).toBe('quotes.already_asked');
  expect(answer('decline', 'asked', 2)).toBe(true);
  for (const event of ['ask', 'decline'] as const) {
    expect(answer(event, 'submitted', 1, 'open', 2)).toBe('common.not_allowed');
    expect(answer(event, 'submitted', 1, 'withheld')).toBe('quotes.not_answerable');
    for (const state of ['withheld', 'accepted', 'declined', 'cancelled', 'not_selected', 'lapsed'] as const)
      expect(answer(event, state)).toBe('quotes.not_answerable');
  }
});

test('gives a withheld quote back to the side whose turn it was', () => {
  expect([1, 2, 3, 4, 5].map((turn) => getReturnEvent({ turn }))).toEqual([
    'offer_again',
    'ask_again',
    'offer_again',
    'ask_again',
    'offer_again',
  ]);
});

test('refuses a day that has passed', () => {
  const check = (days: Parameters<typeof checkDates>[0]) => checkDates(days, '2026-11-20').ok;
  expect(check({ startsOn: '2026-11-20', finishBy: null })).toBe(true);
  expect(check({})).toBe(true);
  expect(check({ startsOn: '2026-11-19' })).toBe(false);
  expect(check({ finishBy: '2026-11-19' })).toBe(false);
});

test('lapses a quote a week after its last turn, which a former version does not name', () => {
  const [created_at, turn_at] = [new Date('2026-11-12T06:00:00Z'), new Date('2026-11-14T06:00:00Z')];
  expect(getTurnTime({ created_at, turn_at })).toBe(turn_at);
  expect(getTurnTime({ created_at, turn_at: null })).toBe(created_at);
});

test('lapses a quote a week after it was sent and reminds the poster two days before', () => {
  const sent = new Date('2026-11-12T06:00:00.001Z');
  expect(calculateLapseTime(sent).toISOString()).toBe('2026-11-19T06:00:00.001Z');
  const { lapsed, reminded } = calculateCutoffs(calculateLapseTime(sent));
  expect(lapsed).toEqual(sent);
  expect(reminded.toISOString()).toBe('2026-11-14T06:00:00.001Z');
});
