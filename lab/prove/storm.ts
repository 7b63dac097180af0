import { runStorm } from './storm/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Sends thousands of webhooks: repeated, reordered, stale, forged and cut.
// npm run prove:storm -- [--runs WEBHOOKS] [--minutes N] [--seed N]

await runProof('storm', { database: 'fast', flags: ['runs', 'minutes'] }, async ({ args, seed, signal }) => {
  const { violations, ...figures } = await runStorm(seed, parseNumberFlag(args, 'runs', 100_000), signal);
  return { figures: { ...figures }, violations };
});
