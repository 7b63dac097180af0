import { runRaces } from './races/run.ts';
import { isSelected, parseNumberFlag, parseNameFilters, parseShareFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Races two actions on the same money: of two people, of a person and the clock, or of a provider and a person.
// npm run prove:races -- [PARTS OF NAMES] [--runs TIMES EACH PAIR] [--minutes N]
//   [--part N/M: the Nth of M processes that share the pairs]

await runProof(
  'races',
  { database: 'fast', flags: ['runs', 'minutes', 'part'] },
  async ({ args, signal }) => {
    const isOfShare = parseShareFlag(args);
    const names = parseNameFilters(args, ['runs', 'minutes', 'seed', 'part']);
    const { violations, ...figures } = await runRaces(parseNumberFlag(args, 'runs', 10_000), {
      isSelected: (name, index) => isOfShare(index) && isSelected(names, name),
      onBatch: (races) => console.log(`${races} races`),
      signal,
    });
    return { figures, violations };
  },
);
