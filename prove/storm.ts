import { runStorm } from './storm/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Webhooks repeated, reordered, stale, forged and cut, by the thousand.
// npm run prove:storm -- [--runs WEBHOOKS] [--seed N]

await runProof('storm', 'fast', async ({ args, seed }) => {
  const { violations, ...figures } = await runStorm(seed, numberFlag(args, 'runs', 100_000));
  return { figures: { ...figures }, violations };
});
