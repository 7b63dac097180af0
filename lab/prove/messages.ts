import { runMessages } from './messages/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Kills (kill -9) the server at every step of sending notifications outside the app: none may be lost, and none may be
// doubled where the vendor can be asked.
// npm run prove:messages -- [--runs MESSAGES] [--minutes AT MOST] [--seed N]

await runProof(
  'messages',
  { database: 'durable', flags: ['runs', 'minutes'] },
  async ({ args, seed, signal }) => {
    const { kills, violations, ...figures } = await runMessages({
      seed,
      messages: parseNumberFlag(args, 'runs', 1000),
      signal,
      onKill: (point, pass, isReached) =>
        console.log(
          isReached ? `killed at pass ${pass} of ${point}` : `pass ${pass} of ${point} did not come about`,
        ),
    });
    return { figures: { ...kills, ...figures }, violations };
  },
);
