import { findSlowTexts } from './contacts/fuzz.ts';
import {
  findFalseAlarms,
  MAX_FALSE_ALARMS,
  MIN_PRECISION,
  MIN_RECALL,
  scoreSet,
  scoreSplitTexts,
} from './contacts/threads.ts';
import { warmUp } from './contacts/timing.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Does the filter find contact data, leave the rest, and stay quick with any text? Labelled sentences, innocent threads, and a
// search for slow texts.
// npm run prove:contacts -- [--seconds N of the search] [--seed N]

await runProof('contacts', { database: 'none', flags: ['seconds'] }, async ({ args, seed, signal }) => {
  const seconds = parseNumberFlag(args, 'seconds', 60);
  const sets = (['tuning', 'held-out'] as const).map((name) => ({ name, scores: scoreSet(name) }));
  const { threads, alarms } = findFalseAlarms();
  const split = scoreSplitTexts();
  if (seconds > 0) warmUp();
  const slow = await Promise.resolve(
    findSlowTexts(seed, Date.now() + seconds * 1_000, { isEnded: () => signal.aborted }),
  );
  const figures = sets.flatMap(({ name, scores }) => [
    [`${name}: precision`, `${scores.precision.toFixed(3)} (${scores.right} of ${scores.reported})`],
    [`${name}: recall`, `${scores.recall.toFixed(3)} (${scores.found} of ${scores.labelled})`],
  ]);
  return {
    figures: {
      ...Object.fromEntries(figures),
      'innocent threads with a false alarm': `${alarms.length} of ${threads}`,
      'split over several texts, found': `${split.split - split.missed.length} of ${split.split}`,
      'texts searched for slow ones': slow.patterns,
      'slowest, 20,000 characters': slow.slowest
        ? `${slow.slowest.longMs.toFixed(1)} ms, ${JSON.stringify(slow.slowest.pattern)}`
        : 'not searched',
    },
    violations: [
      ...sets.flatMap(({ name, scores }) =>
        scores.precision < MIN_PRECISION || scores.recall < MIN_RECALL
          ? scores.faults.map((fault) => `${name}: ${fault}`)
          : [],
      ),
      ...(alarms.length > threads * MAX_FALSE_ALARMS ? alarms.map((alarm) => `false alarm: ${alarm}`) : []),
      ...slow.violations.map((violation) => `slow: ${violation}`),
    ],
  };
});
