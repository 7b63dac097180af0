import { runRaces } from './races/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Two people, or a person and the clock, or a provider and a person, at the same money in the same moment.
// npm run prove:races -- [--runs TIMES EACH PAIR]

await runProof('races', 'fast', async ({ args }) => {
  const { violations, ...figures } = await runRaces(numberFlag(args, 'runs', 10_000), (pair) =>
    console.log(pair),
  );
  return { figures, violations };
});
