import { runOffline } from './offline/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// A browser is killed, or its network is cut, while it sends what a tap has left in its outbox: before the server has it,
// or before the answer arrives. Jobs are saved, and messages are sent, which must also keep their order.
// npm run prove:offline -- [--runs CUTS of each of the two] [--seed N]

await runProof('offline', { database: 'fast', flags: ['runs'] }, async ({ args, seed, signal }) => {
  const { violations, ...figures } = await runOffline(seed, parseNumberFlag(args, 'runs', 300), signal);
  return { figures, violations };
});
