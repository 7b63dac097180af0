import { spawn } from 'node:child_process';
import { runProgram } from '../scripts/program.ts';
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

const FLAGS = ['runs', 'minutes', 'part', 'from', 'inside'];
/** What is under way when the time is over, and the comparison with the books. */
const ENDS_WITHIN_MS = 150_000;
/** Of the minutes, when the nodes are tried too. */
const SHARE_OF_SCENARIOS = 0.6;

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
    const scenarios = SCENARIOS.map(({ name }) => name);
    const selected = [...scenarios, ...NODE_PARTS].filter(
      (name, index) => isOfShare(index) && isSelected(names, name),
    );
    const nodeParts = NODE_PARTS.filter((part) => selected.includes(part));
    const minutes = parseMinutesFlag(args);
    const endsAt = performance.now() + minutes * 60_000;
    let exitCode = 0;
    if (selected.length > nodeParts.length) {
      findTools();
      const isBounded = nodeParts.length > 0 && Number.isFinite(minutes);
      const own = isBounded ? ['--minutes', String(minutes * SHARE_OF_SCENARIOS), ...args] : args;
      exitCode = await runInOwnNetwork(signal, (folder) => [
        process.execPath,
        'scripts/run.mjs',
        'prove/cluster.ts',
        ...own,
        '--inside',
        folder,
      ]);
    }
    for (const part of nodeParts) {
      if (signal.aborted) return exitCode || 1;
      if (performance.now() < endsAt) exitCode = (await runNodePart(part, signal)) || exitCode;
      else console.log(`${part}: not tried, because the time is over`);
    }
    return exitCode;
  });

function runNodePart(part: string, signal: AbortSignal): Promise<number> {
  const passed = ['seed', 'from'].flatMap((name) => {
    const value = parseTextFlag(args, name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const command = ['scripts/run.mjs', 'prove/cluster/nodes-program.ts', part, ...passed];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
