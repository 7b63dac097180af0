import { runNetwork } from './network/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Every third call to the provider is cut before it arrives, cut before its answer arrives, or slow.
// npm run prove:network -- [--runs STORIES] [--seed N]

await runProof('network', { database: 'fast', flags: ['runs'] }, async ({ args, seed }) => {
  const { violations, ...figures } = await runNetwork(seed, numberFlag(args, 'runs', 200));
  return { figures, violations };
});
