import { createRandom } from '../support/numbers.ts';
import { measureLeastRatio, measurePattern, MAX_RATIO, NASTY_PATTERNS, type Timing } from './timing.ts';

// Looks for texts that make the filter slow: patterns are put together, changed and repeated, and those that take longest are
// changed again.

const PIECES = [
  ...NASTY_PATTERNS,
  '.',
  ',',
  ' ',
  '-',
  '_',
  '/',
  ':',
  '+',
  '(',
  ')',
  '@',
  '\n',
  '₹',
  'to',
  'at',
  'com',
  'in',
  'id',
  'x',
  'O',
  'call',
  '0',
  '7',
];
const MAX_PIECES = 5;
const KEPT = 8;
const SAMPLES = 2;
/** Measured again before it counts, because one sample may contain somebody else's work. */
const CONFIRMING_SAMPLES = 12;
/** A text of 20,000 characters. */
const MAX_MS = 250;

interface SlowTexts {
  patterns: number;
  /** Undefined without a search. */
  slowest: Timing | undefined;
  violations: string[];
}

export function findSlowTexts(
  seed: number,
  endsAt: number,
  { isEnded = () => false, maxRatio = MAX_RATIO }: { isEnded?: () => boolean; maxRatio?: number } = {},
): SlowTexts {
  const isSlow = ({ ratio, longMs }: Timing) => ratio > maxRatio || longMs > MAX_MS;
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[], fallback: Item): Item =>
    items[Math.floor(random() * items.length)] ?? fallback;
  const build = () =>
    Array.from({ length: 1 + Math.floor(random() * MAX_PIECES) }, () => pick(PIECES, '.')).join('');
  let kept: Timing[] = [];
  let patterns = 0;
  const violations: string[] = [];
  while (Date.now() < endsAt && !isEnded()) {
    const isNew = kept.length < KEPT || random() < 0.5;
    const pattern = isNew ? build() : `${pick(kept, kept[0])?.pattern ?? ''}${pick(PIECES, '.')}`;
    const timing = measurePattern(pattern, SAMPLES);
    patterns += 1;
    kept = [...kept, timing].toSorted((left, right) => right.longMs - left.longMs).slice(0, KEPT);
    if (!isSlow(timing)) continue;
    const confirmed = measureLeastRatio(pattern, CONFIRMING_SAMPLES, maxRatio);
    if (isSlow(confirmed))
      violations.push(
        `${JSON.stringify(pattern)} takes ${confirmed.longMs.toFixed(1)} ms, ratio ${confirmed.ratio.toFixed(2)}`,
      );
  }
  return { patterns, slowest: kept[0], violations };
}
