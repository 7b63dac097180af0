import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SPLIT_TURNS_MAX } from '@fws/contract/contracts/model';
import {
  countDueReminders,
  decideAnswer,
  decideEnd,
  decideProposal,
  divide,
  findAbilities,
  isConceded,
  type SplitFacts,
  type SplitMilestone,
} from './rules.ts';

const STARTED: SplitMilestone = { fund: 'funded', work: 'started', onHold: false, amountPaise: 100_00 };
const AWAITED: SplitFacts = { state: 'awaited', version: 3, turns: 0, side: null, workerPaise: null };
const proposed = (change: Partial<SplitFacts> = {}): SplitFacts => ({
  state: 'proposed',
  version: 4,
  turns: 1,
  side: 'poster',
  workerPaise: 40_00,
  ...change,
});

const propose = (workerPaise: number, change: { side?: 'poster' | 'worker'; version?: number } = {}) =>
  decideProposal(STARTED, AWAITED, { side: 'poster', version: 3, ...change, workerPaise });
const answer = (
  given: Partial<Parameters<typeof decideAnswer>[2]>,
  split = proposed(),
  milestone = STARTED,
) =>
  decideAnswer(milestone, split, {
    side: 'worker',
    answer: 'agree',
    workerPaise: null,
    version: 4,
    goesToFws: false,
    ...given,
  });
const refused = (code: string) => ({ kind: 'refused', code });

test('a first sum is from nothing to all of it, of the version that was seen, while none is open', () => {
  expect(propose(40_00)).toEqual({ kind: 'propose' });
  for (const paise of [-1, 100_01, 0.5]) expect(propose(paise)).toEqual(refused('contracts.split_amount'));
  expect(propose(40_00, { version: 2 })).toEqual(refused('contracts.split_changed'));
  expect(decideProposal(STARTED, proposed(), { side: 'worker', workerPaise: 1, version: 4 })).toEqual(
    refused('contracts.split_open'),
  );
});

test('whoever names the most that the other side can get needs no answer', () => {
  expect(propose(100_00)).toEqual({ kind: 'agree' });
  expect(propose(0, { side: 'worker' })).toEqual({ kind: 'agree' });
  expect(propose(0)).toEqual({ kind: 'propose' });
  expect(propose(100_00, { side: 'worker' })).toEqual({ kind: 'propose' });
  expect(isConceded('poster', 99_99, 100_00)).toBe(false);
});

test('only the other side answers: it agrees, names another sum, or refuses', () => {
  expect(answer({})).toEqual({ kind: 'agree' });
  expect(answer({ answer: 'refuse' })).toEqual({ kind: 'dispute' });
  expect(answer({ answer: 'counter', workerPaise: 60_00 })).toEqual({ kind: 'propose' });
  expect(answer({ answer: 'counter', workerPaise: 40_00 })).toEqual({ kind: 'agree' });
  expect(answer({ answer: 'counter', workerPaise: 0 })).toEqual({ kind: 'agree' });
  expect(answer({ answer: 'counter', workerPaise: null })).toEqual(refused('contracts.split_amount'));
  expect(answer({ side: 'poster' })).toEqual(refused('contracts.split_yours'));
  expect(answer({ version: 3 })).toEqual(refused('contracts.split_changed'));
  expect(answer({ version: 3 }, AWAITED)).toEqual(refused('contracts.split_none'));
});

test('after six sums the last one is agreed to or refused', () => {
  const last = proposed({ turns: SPLIT_TURNS_MAX });
  expect(answer({ answer: 'counter', workerPaise: 60_00 }, last)).toEqual(
    refused('contracts.split_turns_over'),
  );
  expect(answer({}, last)).toEqual({ kind: 'agree' });
  expect(answer({ answer: 'refuse' }, last)).toEqual({ kind: 'dispute' });
  expect(findAbilities(STARTED, last, { side: 'worker', goesToFws: false })).toMatchObject({
    agree: { allowed: true },
    counter: { allowed: false, reason: 'contracts.split_turns_over' },
    refuse: { allowed: true },
  });
});

test('where most of the job is completed, another sum goes to FWS at once', () => {
  expect(answer({ answer: 'counter', workerPaise: 60_00, goesToFws: true })).toEqual({ kind: 'dispute' });
  expect(answer({ goesToFws: true })).toEqual({ kind: 'agree' });
});

test('finished work, and money on hold, is never split', () => {
  for (const work of ['not_started', 'completed', 'payment_requested'] as const)
    expect(answer({}, proposed(), { ...STARTED, work })).toEqual(refused('contracts.split_not_started'));
  expect(answer({}, proposed(), { ...STARTED, onHold: true })).toEqual(refused('contracts.on_hold'));
});

test('only an unanswered proposal of 0 by the poster stands, after two delivered reminders and without any work', () => {
  const silence = { hasEvidence: false, deliveredReminders: 2 };
  const zero = proposed({ workerPaise: 0 });
  expect(decideEnd(zero, silence)).toBe('stand');
  expect(decideEnd(zero, { ...silence, hasEvidence: true })).toBe('dispute');
  expect(decideEnd(zero, { ...silence, deliveredReminders: 1 })).toBe('dispute');
  for (const change of [{ workerPaise: 1 }, { turns: 3 }, { side: 'worker' as const }])
    expect(decideEnd(proposed({ workerPaise: 0, ...change }), silence)).toBe('dispute');
  expect(decideEnd(AWAITED, silence)).toBe('dispute');
});

test('reminds two days and one day before the end', () => {
  const dueAt = new Date('2026-12-04T10:00:00Z');
  const at = (time: string) => countDueReminders(dueAt, new Date(time));
  expect(at('2026-12-02T09:59:59Z')).toBe(0);
  expect(at('2026-12-02T10:00:00Z')).toBe(1);
  expect(at('2026-12-03T10:00:00Z')).toBe(2);
});

test('a division is all of the milestone, to the paisa', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_00, max: 10_00_000_00 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 10_000 }),
      (amountPaise, share, chargeBps) => {
        const workerPaise = Math.floor(amountPaise * share);
        const sums = divide(amountPaise, workerPaise, chargeBps);
        expect(sums.workerPaise + sums.refundPaise + sums.chargePaise).toBe(amountPaise);
        expect(sums.posterPaise).toBe(sums.refundPaise + sums.chargePaise);
        expect(sums.refundPaise).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
