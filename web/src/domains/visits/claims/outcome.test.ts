import { expect, test } from 'vitest';
import { isInDispute } from './outcome.ts';

test('a contested visit is in dispute only while money is held', () => {
  const free = { onHold: false };
  const held = { onHold: true };
  expect(isInDispute({ state: 'contested' }, [held, free])).toBe(true);
  expect(isInDispute({ state: 'contested' }, [free, free])).toBe(false);
  expect(isInDispute({ state: 'missed' }, [held])).toBe(false);
});
