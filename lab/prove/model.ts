import { runModel } from './model/run.ts';
import { parseNumberFlag, parseTextFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Compares the product with a small model of the money while people, providers and crashes act at random.
// npm run prove:model -- [--runs COMMANDS] [--seed N] [--minutes N] [--lanes N] [--path PATH --replay REPLAY of a failure]

const PROGRESS_EVERY = 10_000;

await runProof(
  'model',
  { database: 'fast', flags: ['runs', 'minutes', 'lanes', 'path', 'replay'] },
  async ({ args, seed, signal }) => {
    let lastReportedAt = 0;
    const { commands, worlds, tally, violations } = await runModel({
      seed,
      commands: parseNumberFlag(args, 'runs', 20_000),
      lanes: parseNumberFlag(args, 'lanes', 6),
      path: parseTextFlag(args, 'path'),
      replay: parseTextFlag(args, 'replay'),
      signal,
      onProgress(commandsRun) {
        if (commandsRun - lastReportedAt < PROGRESS_EVERY) return;
        lastReportedAt = commandsRun;
        console.log(`${commandsRun} commands`);
      },
    });
    const sortedTally = [...tally].toSorted(([first], [second]) => first.localeCompare(second));
    return { figures: { commands, worlds, ...Object.fromEntries(sortedTally) }, violations };
  },
);
