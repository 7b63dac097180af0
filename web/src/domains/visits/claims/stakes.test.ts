import { expect, test } from 'vitest';
import { calculateStake } from './stakes.ts';

const part = { fund: 'funded', work: 'not_started', onHold: false } as const;
const milestones = [
  { ...part, id: 1, amountPaise: 250_00 },
  { ...part, id: 2, amountPaise: 1850_00 },
  { ...part, id: 3, amountPaise: 900_00, fund: 'unfunded' as const },
];
const visit = { milestoneId: 1, feePaise: 250_00 };

test('a worker claims the fee, a poster everything that nobody has worked for', () => {
  expect(calculateStake('worker', visit, milestones)).toEqual({ claimedPaise: 250_00, restPaise: 1850_00 });
  expect(calculateStake('poster', visit, milestones)).toEqual({ claimedPaise: 2100_00, restPaise: 0 });
});

test('without a fee a worker claims no money', () => {
  const free = { milestoneId: 2, feePaise: 0 };
  const [, work] = milestones;
  expect(calculateStake('worker', free, work ? [work] : [])).toEqual({ claimedPaise: 0, restPaise: 1850_00 });
});

test('what is on hold, unpaid or begun is not claimed', () => {
  const given = [
    { ...part, id: 1, amountPaise: 1_00, onHold: true },
    { ...part, id: 2, amountPaise: 2_00, work: 'started' as const },
    { ...part, id: 3, amountPaise: 4_00, fund: 'refunded' as const },
    { ...part, id: 4, amountPaise: 8_00 },
  ];
  expect(calculateStake('poster', visit, given)).toEqual({ claimedPaise: 8_00, restPaise: 0 });
  expect(calculateStake('worker', visit, given)).toEqual({ claimedPaise: 0, restPaise: 8_00 });
});
