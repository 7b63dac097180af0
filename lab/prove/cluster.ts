import { spawn } from 'node:child_process';
import { runProgram, type Life } from '../../scripts/program.ts';
import { UserError } from '../../scripts/user-error.ts';
import { SCENARIOS } from './cluster/faults.ts';
import { PARTS as NODE_PARTS } from './cluster/nodes.ts';
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
// Then runs four web processes and three workers with Redis: outages of Redis, a rolling deployment, speed.
// npm run prove:cluster -- [PARTS OF NAMES] [--minutes N] [--runs TIMES EACH SCENARIO] [--part N/M: the Nth of M that share the scenarios] [--from COMMIT: whose release serves before the deployment]

const FLAGS = ['runs', 'minutes', 'part', 'from'];
/** What is under way when the time is over, and the comparison with the books. */
const ENDS_WITHIN_MS = 150_000;
/** Of the minutes, when the nodes are tried too. */
const SHARE_OF_SCENARIOS = 0.6;

const args = process.argv.slice(2);
const folder = parseTextFlag(args, 'inside');
// With --runs 0 only the options are read.
if (folder !== undefined || parseTextFlag(args, 'runs') === '0')
  await runProof(
    'cluster',
    { database: 'none', flags: [...FLAGS, 'inside'], endsWithinMs: ENDS_WITHIN_MS },
    (context) =>
      runCluster(findTools(), {
        ...readOptions(),
        folder: folder ?? '',
        say: (line) => console.log(line),
        ...context,
      }),
  );
else await runProgram(runAll);

function readOptions() {
  const isOfShare = parseShareFlag(args);
  const names = parseNameFilters(args, ['seed', 'inside', ...FLAGS]);
  const all = [...SCENARIOS.map(({ name }) => name), ...NODE_PARTS];
  const selected = all.filter((name, index) => isOfShare(index) && isSelected(names, name));
  if (selected.length === 0) throw new UserError(`Nothing is selected. There are: ${all.join(', ')}.`);
  return { selected, runs: parseNumberFlag(args, 'runs', 5), minutes: parseMinutesFlag(args) };
}

/** The scenarios need a network of their own, and each part of the nodes a database of its own. */
async function runAll({ signal }: Life): Promise<number> {
  refuseUnknownFlags(args, ['seed', ...FLAGS]);
  const { selected, minutes } = readOptions();
  const nodeParts = NODE_PARTS.filter((part) => selected.includes(part));
  const endsAt = performance.now() + minutes * 60_000;
  let exitCode = 0;
  if (selected.length > nodeParts.length) {
    findTools();
    const isBounded = nodeParts.length > 0 && Number.isFinite(minutes);
    const passed = isBounded ? ['--minutes', String(minutes * SHARE_OF_SCENARIOS), ...args] : args;
    exitCode = await runInOwnNetwork(signal, (parent) => [
      process.execPath,
      'scripts/run.mjs',
      'lab/prove/cluster.ts',
      ...passed,
      '--inside',
      parent,
    ]);
  }
  for (const part of nodeParts) {
    if (signal.aborted) return exitCode || 1;
    if (performance.now() < endsAt) exitCode = (await runNodePart(part, signal)) || exitCode;
    else console.log(`${part}: not tried, because the time is over`);
  }
  return exitCode;
}

function runNodePart(part: string, signal: AbortSignal): Promise<number> {
  const passed = ['seed', 'from'].flatMap((name) => {
    const value = parseTextFlag(args, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const command = ['scripts/run.mjs', 'lab/prove/cluster/nodes-program.ts', part, ...passed];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
