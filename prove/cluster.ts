import { runProgram } from '../scripts/program.ts';
import { runCluster } from './cluster/run.ts';
import { runInOwnNetwork } from './cluster/own-network.ts';
import { findTools } from './cluster/tools.ts';
import {
  isSelected,
  parseNameFilters,
  parseMinutesFlag,
  parseNumberFlag,
  parseShareFlag,
  parseTextFlag,
  refuseUnknownFlags,
} from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Runs the product on three PostgreSQL nodes under Patroni, and kills, suspends, cuts off and slows them while money moves.
// npm run prove:cluster -- [PARTS OF NAMES] [--minutes N] [--runs TIMES EACH SCENARIO] [--part N/M: the Nth of M that share the scenarios]

const FLAGS = ['runs', 'minutes', 'part', 'inside'];
/** What is under way when the time is over, and the comparison with the books. */
const ENDS_WITHIN_MS = 150_000;

const args = process.argv.slice(2);
const isOfShare = parseShareFlag(args);
const names = parseNameFilters(args, ['seed', ...FLAGS]);
const isEmpty = args.some((arg, index) => arg === '--runs' && args[index + 1] === '0');
if (isEmpty || parseTextFlag(args, 'inside') !== undefined)
  await runProof('cluster', { database: 'none', flags: FLAGS, endsWithinMs: ENDS_WITHIN_MS }, (context) =>
    runCluster(findTools(), {
      runs: parseNumberFlag(args, 'runs', 5),
      isSelected: (name, index) => isOfShare(index) && isSelected(names, name),
      minutes: parseMinutesFlag(args),
      folder: parseTextFlag(args, 'inside') ?? '',
      say: (line) => console.log(line),
      ...context,
    }),
  );
else
  await runProgram(async ({ signal }) => {
    refuseUnknownFlags(args, ['seed', ...FLAGS]);
    findTools();
    return runInOwnNetwork(signal, (folder) => [
      process.execPath,
      'scripts/run.mjs',
      'prove/cluster.ts',
      ...args,
      '--inside',
      folder,
    ]);
  });
