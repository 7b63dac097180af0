import { runConversations } from './conversations/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// People write to each other through two web processes, each with an open stream of events, and one of the processes is
// killed (kill -9) again and again. No message may be lost, doubled or out of order, in the database or on the screen of
// the other side.
// npm run prove:conversations -- [--streams N] [--rate MESSAGES A SECOND] [--seconds N] [--every SECONDS TO A KILL]
//   [--seed N]

await runProof(
  'conversations',
  { database: 'fast', flags: ['streams', 'rate', 'seconds', 'every'], endsWithinMs: 90_000 },
  ({ args, seed, signal }) =>
    runConversations({
      seed,
      pairs: Math.ceil(parseNumberFlag(args, 'streams', 5000) / 2),
      rate: parseNumberFlag(args, 'rate', 150),
      seconds: parseNumberFlag(args, 'seconds', 600),
      killEverySeconds: parseNumberFlag(args, 'every', 60),
      signal,
    }),
);
