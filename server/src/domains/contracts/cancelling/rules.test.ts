import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FundState } from '@fws/contract/contracts/process';
import { cancellationTier, decideCancel, type CancelFacts } from './rules.ts';

const CHARGE_BPS = 200;

const milestones = (...given: readonly (readonly [FundState, number])[]): CancelFacts[] =>
  given.map(([fund, amountPaise], index) => ({ id: index + 1, fund, amountPaise, onHold: false }));

test.each([
  [0, 'direct'],
  [1, 'direct'],
  [19_99, 'direct'],
  [20_00, 'direct'],
  [20_01, 'consent'],
  [40_00, 'consent'],
  [59_99, 'consent'],
  [60_00, 'refused'],
  [60_01, 'refused'],
  [100_00, 'refused'],
])('with %i of 10000 paise accepted the tier is %s', (acceptedPaise, way) => {
  expect(cancellationTier(100_00, acceptedPaise)).toBe(way);
});

test('tier limits are exact to the paisa when the value does not divide evenly', () => {
  // A fifth of 10001 paise is 2000.2, three fifths are 6000.6.
  expect([2000, 2001, 6000, 6001].map((accepted) => cancellationTier(10_001, accepted))).toEqual([
    'direct',
    'consent',
    'consent',
    'refused',
  ]);
});

test('20/60/20: refunds all funded milestones less two percent when no work started, and nothing for unpaid ones', () => {
  expect(
    decideCancel(milestones(['funded', 20_00], ['funded', 60_01], ['unfunded', 20_00]), CHARGE_BPS),
  ).toEqual({
    kind: 'plan',
    plan: {
      way: 'direct',
      refunds: [
        { milestoneId: 1, amountPaise: 20_00, chargePaise: 40, refundPaise: 19_60 },
        // The charge rounds down, so the fraction of a paisa stays with the poster.
        { milestoneId: 2, amountPaise: 60_01, chargePaise: 1_20, refundPaise: 58_81 },
      ],
      releases: [],
      unpaid: [],
      refundPaise: 78_41,
      chargePaise: 1_60,
      releasePaise: 0,
    },
  });
});

test('releases accepted work to the worker and closes a pending payment', () => {
  const decision = decideCancel(
    milestones(['released', 10_00], ['accepted', 10_00], ['funded', 40_00], ['funding_pending', 40_00]),
    CHARGE_BPS,
  );
  expect(decision).toMatchObject({
    plan: { way: 'direct', releases: [2], releasePaise: 10_00, unpaid: [4], refundPaise: 39_20 },
  });
});

test('refuses while a milestone is on lockMilestoneContext, and when 60% is accepted', () => {
  const [first, ...rest] = milestones(['funded', 50_00], ['funded', 50_00]);
  expect(decideCancel([{ ...first!, onHold: true }, ...rest], CHARGE_BPS)).toEqual({
    kind: 'refused',
    code: 'contracts.on_hold',
  });
  expect(decideCancel(milestones(['released', 60_00], ['funded', 40_00]), CHARGE_BPS)).toEqual({
    kind: 'refused',
    code: 'contracts.cancel_needs_dispute',
  });
});

const anyMilestones = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    fund: fc.constantFrom<FundState>('unfunded', 'funding_pending', 'funded', 'accepted', 'released'),
    onHold: fc.constant(false),
    amountPaise: fc.integer({ min: 1_00, max: 10_00_000_00 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test('refunds or releases every paisa in escrow exactly once and moves nothing else', () => {
  fc.assert(
    fc.property(anyMilestones, fc.integer({ min: 0, max: 10_000 }), (given, chargeBps) => {
      const decision = decideCancel(given, chargeBps);
      const inEscrow = given.filter(({ fund }) => fund === 'funded' || fund === 'accepted');
      const total = given.reduce((sum, milestone) => sum + milestone.amountPaise, 0);
      const accepted = given
        .filter(({ fund }) => fund === 'accepted' || fund === 'released')
        .reduce((sum, milestone) => sum + milestone.amountPaise, 0);
      expect(decision.kind === 'refused').toBe(BigInt(accepted) * 10n >= BigInt(total) * 6n);
      if (decision.kind === 'refused') return;
      const { plan } = decision;
      expect(plan.way === 'direct').toBe(BigInt(accepted) * 10n <= BigInt(total) * 2n);
      expect(plan.refundPaise + plan.chargePaise + plan.releasePaise).toBe(
        inEscrow.reduce((sum, milestone) => sum + milestone.amountPaise, 0),
      );
      for (const refund of plan.refunds) {
        expect(refund.refundPaise + refund.chargePaise).toBe(refund.amountPaise);
        expect(refund.chargePaise).toBe(Math.floor((refund.amountPaise * chargeBps) / 10_000));
        expect(refund.refundPaise).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
