import { runNetwork } from './network/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Half of the calls to a provider are cut before the request arrives, cut before the answer arrives, or slow.
// npm run prove:network -- [--runs STORIES] [--seed N]

await runProof('network', { database: 'fast', flags: ['runs'] }, async ({ args, seed, signal }) => {
  const { violations, ...figures } = await runNetwork(seed, parseNumberFlag(args, 'runs', 200), signal);
  return { figures, violations };
});
