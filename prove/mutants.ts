import { availableParallelism } from 'node:os';
import { runMutants, told } from './mutants/run.ts';
import { TARGETS } from './mutants/targets.ts';
import { isMeant, numberFlag, partsOf } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Mutation testing of the pure rules about money: makes every small change and checks that a test fails.
// npm run prove:mutants -- [PARTS OF PATHS] [--at-once PROCESSES] [--seed N] [--every]

await runProof(
  'mutants',
  { database: 'none', flags: ['at-once', 'every'] },
  async ({ args, seed, signal }) => {
    const paths = partsOf(args, ['seed', 'at-once']);
    const targets = TARGETS.filter(({ file }) => isMeant(paths, file));
    const toldEvery = args.includes('--every');
    const { violations, ...figures } = await runMutants(targets, {
      atOnce: numberFlag(args, 'at-once', availableParallelism()),
      seed,
      signal,
      tell: (verdict, mutant) => {
        if (toldEvery || verdict !== 'killed') console.log(`${verdict.padEnd(10)}${told(mutant)}`);
      },
    });
    return { figures: { files: targets.length, ...figures }, violations };
  },
);
