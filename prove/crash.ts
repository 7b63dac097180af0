import { POINTS, runCrashes } from './crash/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// kill -9 of server with worker, with --database of the database too, at every named step, while money moves.
// npm run prove:crash -- [--runs ROUNDS OVER ALL POINTS] [--seed N] [--database]

await runProof('crash', 'durable', async ({ args, seed }) => {
  const { violations, ...figures } = await runCrashes({
    seed,
    rounds: numberFlag(args, 'runs', 10),
    databases: args.includes('--database'),
    onKill: ({ point, pass, pid }) =>
      console.log(`${pid === null ? 'server' : 'database'} killed at pass ${pass} of ${point}`),
  });
  return { figures: { points: POINTS.length, ...figures }, violations };
});
