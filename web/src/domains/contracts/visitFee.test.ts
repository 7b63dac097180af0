import { expect, test } from 'vitest';
import type { CancelPlan } from '@fws/contract/contracts/schemas';
import { holdVisitFee } from './visitFee.ts';

const part = { refundPaise: 0, chargePaise: 0 };

test('a fee about which a person decides waits, and accepted work is paid as before', () => {
  const plan: CancelPlan = {
    parts: [
      {
        ...part,
        milestoneId: 1,
        position: 1,
        outcome: 'released',
        amountPaise: 250_00,
        releasePaise: 250_00,
      },
      {
        ...part,
        milestoneId: 2,
        position: 2,
        outcome: 'released',
        amountPaise: 900_00,
        releasePaise: 900_00,
      },
    ],
    refundPaise: 0,
    chargePaise: 0,
    releasePaise: 1150_00,
    releasedPaise: 0,
    waitingPaise: 0,
    goesToFws: false,
  };
  const milestones = [
    { id: 1, fund: 'funded' as const },
    { id: 2, fund: 'accepted' as const },
  ];
  expect(holdVisitFee(plan, milestones)).toEqual({
    ...plan,
    parts: [{ ...plan.parts[0], outcome: 'held', releasePaise: 0 }, plan.parts[1]],
    releasePaise: 900_00,
    waitingPaise: 250_00,
  });
});
