import { runNegotiations } from './quotes/negotiations.ts';
import { simulateQuotes } from './quotes/simulation.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Runs quotes through the product's rules, and through its services, timers and database with actions that compete. No quote
// may be without an end eight days after its last turn, none may have more than six turns, and of a job one is accepted at
// most.
// npm run prove:quotes -- [--rules QUOTES] [--runs QUOTES] [--minutes N]

await runProof(
  'quotes',
  { database: 'fast', flags: ['rules', 'runs', 'minutes'] },
  async ({ args, seed, signal }) => {
    const simulated = simulateQuotes(parseNumberFlag(args, 'rules', 100_000), seed);
    const run = await runNegotiations(parseNumberFlag(args, 'runs', 300), {
      seed,
      signal,
      onBatch: (quotes) => console.log(`${quotes} quotes through the services`),
    });
    const { faults, ...figures } = simulated;
    return {
      figures: { ...figures, ...run.figures },
      violations: [...faults, ...run.violations],
    };
  },
);
