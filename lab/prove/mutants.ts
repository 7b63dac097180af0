import { availableParallelism } from 'node:os';
import { runMutants, formatMutant } from './mutants/run.ts';
import { TARGETS } from './mutants/targets.ts';
import { isSelected, parseNumberFlag, parseNameFilters } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Mutation testing of the pure rules about money: makes every small change and checks that a test fails.
// npm run prove:mutants -- [PARTS OF PATHS] [--at-once PROCESSES] [--seed N] [--every]

await runProof(
  'mutants',
  { database: 'none', flags: ['at-once', 'every'] },
  async ({ args, seed, signal }) => {
    const paths = parseNameFilters(args, ['seed', 'at-once']);
    const targets = TARGETS.filter(({ file }) => isSelected(paths, file));
    const reportsAll = args.includes('--every');
    const { violations, ...figures } = await runMutants(targets, {
      atOnce: parseNumberFlag(args, 'at-once', availableParallelism()),
      seed,
      signal,
      onVerdict: (verdict, mutant) => {
        if (reportsAll || verdict !== 'killed') console.log(`${verdict.padEnd(10)}${formatMutant(mutant)}`);
      },
    });
    return { figures: { files: targets.length, ...figures }, violations };
  },
);
