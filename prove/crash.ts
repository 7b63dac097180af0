import { POINTS, runCrashes } from './crash/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// kill -9 of server with worker, with --database of the database too, at every named step, while money moves.
// npm run prove:crash -- [--runs ROUNDS OVER ALL POINTS] [--minutes AT MOST] [--seed N] [--database]

await runProof('crash', 'durable', async ({ args, seed, signal }) => {
  const { kills, databaseKills, violations, ...figures } = await runCrashes({
    seed,
    rounds: numberFlag(args, 'runs', 10),
    databases: args.includes('--database'),
    withinMs: numberFlag(args, 'minutes', 24 * 60) * 60_000,
    signal,
    onKill: ({ point, pass, pid }, isReached) =>
      console.log(
        isReached
          ? `${pid === null ? 'server' : 'database'} killed at pass ${pass} of ${point}`
          : `pass ${pass} of ${point} did not come about`,
      ),
  });
  const counted = (what: string, by: Record<string, number>) =>
    Object.fromEntries(
      POINTS.filter((point) => by[point]).map((point) => [`${what} at ${point}`, by[point] ?? 0]),
    );
  return {
    figures: { ...counted('server killed', kills), ...counted('database killed', databaseKills), ...figures },
    violations,
  };
});
