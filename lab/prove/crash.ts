import { ONE_DATABASE, runCrashes } from './support/crashes.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Kills (kill -9) the server with its worker, either of them alone, or the database, at every named step while money moves.
// npm run prove:crash -- [--runs ROUNDS OVER ALL POINTS] [--minutes AT MOST] [--seed N] [--apart] [--database]

await runProof(
  'crash',
  { database: 'durable', flags: ['runs', 'minutes', 'apart', 'database'] },
  async ({ args, seed, signal }) => {
    const { kills, violations, ...figures } = await runCrashes({
      seed,
      rounds: parseNumberFlag(args, 'runs', 10),
      databases: args.includes('--database') ? ONE_DATABASE : null,
      apart: args.includes('--apart'),
      signal,
      onKill: (target, { point, pass }, isReached) =>
        console.log(
          isReached
            ? `${target} killed at pass ${pass} of ${point}`
            : `pass ${pass} of ${point} did not come about for ${target}`,
        ),
    });
    const sortedKills = Object.fromEntries(
      Object.entries(kills).toSorted(([first], [second]) => (first < second ? -1 : 1)),
    );
    return { figures: { ...sortedKills, ...figures }, violations };
  },
);
