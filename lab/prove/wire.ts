import { formatField, type Field } from './wire/changes.ts';
import { listFields } from './wire/fields.ts';
import { runChanges } from './wire/run.ts';
import {
  createRandom,
  isSelected,
  parseNameFilters,
  parseNumberFlag,
  parseShareFlag,
} from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Changes every field of every reply in the specification's format, one at a time, and checks that a test fails.
// npm run prove:wire -- [PARTS OF NAMES] [--part 1/4] [--sample CHANGES] [--minutes N] [--seed N]

await runProof(
  'wire',
  { database: 'fast', flags: ['part', 'sample', 'minutes'] },
  async ({ args, seed, signal }) => {
    const names = parseNameFilters(args, ['seed', 'part', 'sample', 'minutes']);
    const isOfShare = parseShareFlag(args);
    const all = (await listFields())
      .filter((field) => isSelected(names, formatField(field)))
      .filter((_, index) => isOfShare(index));
    const sampleSize = parseNumberFlag(args, 'sample', all.length);
    const fields = shuffle(all, seed).slice(0, sampleSize);
    const { caughtBy, uncaught, failures } = await runChanges(fields, { onStep: console.log, signal });
    const isComplete = !signal.aborted;
    return {
      figures: {
        fields: all.length,
        changes: fields.length,
        'caught over HTTP': caughtBy.http,
        'caught where replies are encoded': caughtBy.encoder,
        'not tried': isComplete ? 0 : uncaught.length,
      },
      violations: [
        ...failures.map((failure) => `a test fails without any change: ${failure}`),
        ...(isComplete ? uncaught : []).map((field) => `no test notices: ${formatField(field)}`),
      ],
    };
  },
);

function shuffle(fields: readonly Field[], seed: number): Field[] {
  const random = createRandom(seed);
  return fields
    .map((field) => ({ field, key: random() }))
    .toSorted((left, right) => left.key - right.key)
    .map(({ field }) => field);
}
