import { chai } from 'vitest';
import { recordMatch } from './recorder.ts';

/** Matchers that compare values. One that checks only a type or a length does not count. */
const MATCHERS = [
  'toBe',
  'toBeCloseTo',
  'toBeGreaterThan',
  'toBeGreaterThanOrEqual',
  'toBeLessThan',
  'toBeLessThanOrEqual',
  'toBeNull',
  'toContain',
  'toContainEqual',
  'toEqual',
  'toMatch',
  'toMatchObject',
  'toStrictEqual',
];

type Matcher = (this: Chai.Assertion, ...expected: unknown[]) => unknown;

// Test files may share a process, and with it the matchers.
const shared = globalThis as { fwsMatchersWatched?: true };

/** Records which values vitest's matchers compare. A negated matcher says only what a value is not. */
export function watchMatchers(): void {
  if (shared.fwsMatchersWatched) return;
  shared.fwsMatchersWatched = true;
  const matchers = chai.Assertion.prototype as unknown as Record<string, Matcher>;
  for (const name of MATCHERS) {
    const match = matchers[name];
    if (!match) throw new Error(`vitest has no matcher ${name}`);
    matchers[name] = function (...expected) {
      if (chai.util.flag(this, 'negate')) return match.apply(this, expected);
      return recordMatch(chai.util.flag(this, 'object'), expected, () => match.apply(this, expected));
    };
  }
}
