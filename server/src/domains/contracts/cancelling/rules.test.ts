import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInEscrow, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import {
  decideOutcome,
  endsAnything,
  findWaiver,
  goesToFws,
  planCancellation,
  type CancelFacts,
} from './rules.ts';

const CHARGE_BPS = 200;
const BY_POSTER = { side: 'poster', chargeBps: CHARGE_BPS } as const;

const milestones = (
  ...given: readonly (readonly [FundState, WorkState, number, onHold?: boolean])[]
): CancelFacts[] =>
  given.map(([fund, work, amountPaise, onHold = false], index) => ({
    id: index + 1,
    position: index + 1,
    fund,
    work,
    onHold,
    amountPaise,
  }));

test.each([
  ['unfunded', 'not_started', 'closed'],
  ['funding_pending', 'not_started', 'closed'],
  ['funded', 'not_started', 'refunded'],
  ['funded', 'started', 'split'],
  ['funded', 'completed', 'answer'],
  ['funded', 'payment_requested', 'answer'],
  ['accepted', 'completed', 'released'],
  ['released', 'payment_requested', 'settled'],
  ['refund_pending', 'not_started', 'settled'],
  ['refunded', 'started', 'settled'],
] as const)('cancelling makes of a %s milestone whose work is %s: %s', (fund, work, outcome) => {
  const [facts] = milestones([fund, work, 100_00]);
  if (!facts) throw new Error('one milestone');
  expect(decideOutcome(facts)).toBe(outcome);
  expect(decideOutcome({ ...facts, onHold: true })).toBe(isInEscrow(fund) ? 'held' : outcome);
});

test('20/60/20: what is not started comes back less two percent, and nothing else moves', () => {
  const plan = planCancellation(
    milestones(
      ['funded', 'not_started', 20_00],
      ['funded', 'not_started', 60_01],
      ['unfunded', 'not_started', 20_00],
    ),
    BY_POSTER,
  );
  expect(plan).toMatchObject({
    parts: [
      { outcome: 'refunded', chargePaise: 40, refundPaise: 19_60 },
      // The charge rounds down, so the fraction of a paisa stays with the poster.
      { outcome: 'refunded', chargePaise: 1_20, refundPaise: 58_81 },
      { outcome: 'closed', chargePaise: 0, refundPaise: 0 },
    ],
    refundPaise: 78_41,
    chargePaise: 1_60,
    releasePaise: 0,
    waitingPaise: 0,
  });
});

test('a worker who gives up costs the poster no charge', () => {
  const given = milestones(['funded', 'not_started', 100_00]);
  expect(planCancellation(given, { side: 'worker', chargeBps: CHARGE_BPS })).toMatchObject({
    refundPaise: 100_00,
    chargePaise: 0,
  });
});

test('finished work is never ended by cancelling, and alone it cannot be cancelled', () => {
  for (const work of ['completed', 'payment_requested'] as const) {
    const plan = planCancellation(
      milestones(['released', 'completed', 1_00], ['funded', work, 100_00]),
      BY_POSTER,
    );
    expect(plan).toMatchObject({
      refundPaise: 0,
      releasePaise: 0,
      waitingPaise: 100_00,
    });
    expect(endsAnything(plan)).toBe(false);
  }
});

test('from 60% completed on, a sum on which both do not agree goes to FWS, exact to the paisa', () => {
  const completed = (paise: number) =>
    goesToFws(milestones(['funded', 'completed', paise], ['funded', 'started', 100_01 - paise]));
  // Three fifths of 10001 paise is 6000.6.
  expect([60_00, 60_01].map(completed)).toEqual([false, true]);
  expect(goesToFws(milestones(['released', 'started', 60_00], ['funded', 'started', 40_00]))).toBe(true);
  expect(goesToFws(milestones(['accepted', 'completed', 60_00], ['unfunded', 'not_started', 40_00]))).toBe(
    true,
  );
});

const FUNDS = [
  'unfunded',
  'funding_pending',
  'funded',
  'accepted',
  'released',
  'refund_pending',
  'refunded',
] as const;
const anyMilestones = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    position: fc.integer({ min: 1, max: 20 }),
    fund: fc.constantFrom<FundState>(...FUNDS),
    work: fc.constantFrom<WorkState>('not_started', 'started', 'completed', 'payment_requested'),
    onHold: fc.boolean(),
    amountPaise: fc.integer({ min: 1_00, max: 10_00_000_00 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test('refunds, releases or keeps every paisa in escrow exactly once', () => {
  fc.assert(
    fc.property(anyMilestones, fc.integer({ min: 0, max: 10_000 }), (given, chargeBps) => {
      const plan = planCancellation(given, { side: 'poster', chargeBps });
      const inEscrow = given.filter(({ fund }) => fund === 'funded' || fund === 'accepted');
      expect(plan.refundPaise + plan.chargePaise + plan.releasePaise + plan.waitingPaise).toBe(
        inEscrow.reduce((sum, milestone) => sum + milestone.amountPaise, 0),
      );
      for (const part of plan.parts) {
        expect(part.chargePaise).toBe(
          part.outcome === 'refunded' ? Math.floor((part.amountPaise * chargeBps) / 10_000) : 0,
        );
        expect(part.refundPaise).toBeGreaterThanOrEqual(0);
      }
      // Nothing that anybody worked for goes back by the word of one side.
      for (const part of plan.parts.filter(({ outcome }) => outcome === 'refunded'))
        expect(
          given.some(
            ({ id, fund, work, onHold }) =>
              id === part.milestoneId && fund === 'funded' && work === 'not_started' && !onHold,
          ),
        ).toBe(true);
    }),
  );
});

test('a worker may give up who waits for a payment for more than three days, with nothing in escrow', () => {
  const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * 86_400_000);
  const part = (fund_state: FundState, days = 0) => ({ fund_state, changed_at: at(days) });
  const judge = (days: number, milestones: ReturnType<typeof part>[], side: 'poster' | 'worker' = 'worker') =>
    findWaiver(milestones, {
      side,
      isOtherSuspended: false,
      isNoArrival: false,
      awardedAt: at(0),
      now: at(days),
    });
  expect([judge(3, [part('unfunded')]), judge(3.01, [part('unfunded')])]).toEqual([null, 'unpaid']);
  expect(judge(9, [part('unfunded')], 'poster')).toBeNull();
  // An order that the poster opens and lets lapse does not begin the wait anew.
  expect(judge(4, [part('funding_pending', 4)])).toBe('unpaid');
  for (const settled of ['released', 'refunded'] as const) {
    expect(judge(8, [part(settled, 5), part('unfunded')])).toBeNull();
    expect(judge(8.01, [part(settled, 5), part('unfunded')])).toBe('unpaid');
  }
  for (const held of ['funded', 'accepted'] as const)
    expect(judge(9, [part('released', 1), part(held, 2), part('unfunded')])).toBeNull();
  expect(judge(9, [part('released', 1), part('refund_pending', 2)])).toBeNull();
});
