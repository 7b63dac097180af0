import { runModel } from './model/run.ts';
import { numberFlag, textFlag, timeIsUp } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Compares the product with a small model of the money while people, providers and crashes act at random.
// npm run prove:model -- [--runs COMMANDS] [--seed N] [--minutes N] [--lanes N] [--path PATH --replay REPLAY of a failure]

const TOLD_EVERY = 10_000;

await runProof(
  'model',
  { database: 'fast', flags: ['runs', 'minutes', 'lanes', 'path', 'replay'] },
  async ({ args, seed, signal }) => {
    let toldAt = 0;
    const { commands, worlds, tally, violations } = await runModel({
      seed,
      commands: numberFlag(args, 'runs', 20_000),
      lanes: numberFlag(args, 'lanes', 6),
      path: textFlag(args, 'path'),
      replay: textFlag(args, 'replay'),
      isTimeUp: timeIsUp(args, signal),
      onProgress(ran) {
        if (ran - toldAt < TOLD_EVERY) return;
        toldAt = ran;
        console.log(`${ran} commands`);
      },
    });
    const each = [...tally].toSorted(([one], [other]) => one.localeCompare(other));
    return { figures: { commands, worlds, ...Object.fromEntries(each) }, violations };
  },
);
