import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, provideCitus } from './citus/cluster.ts';
import { measureCosts } from './citus/costs.ts';
import { proveMonths } from './citus/months.ts';
import { proveNodeCrashes, provePoints, proveRebalancing } from './citus/nodes.ts';
import { proveRaces } from './citus/races.ts';
import { proveWire } from './citus/wire.ts';
import { UserError } from '../../scripts/user-error.ts';
import { isSelected, parseNameFilters, parseNumberFlag } from './support/numbers.ts';
import { runProof, type Verdict } from './support/program.ts';

// Runs the product on a Citus cluster of a coordinator and two workers (docs/citus.md).
// npm run prove:citus -- [PARTS: wire races costs months crashes points rebalancing] [--runs TIMES EACH PAIR, AND KILLS] [--minutes N]

/** As many as databases of tests have (server/test/citus.ts). */
const SHARDS = 4;

// Rebalancing last: it leaves the cluster with a worker more.
const PARTS = ['wire', 'races', 'costs', 'months', 'crashes', 'points', 'rebalancing'] as const;

await runProof(
  'citus',
  { database: 'none', flags: ['runs', 'minutes'], endsWithinMs: 300_000 },
  async (context) => {
    const { args, seed, signal } = context;
    const names = parseNameFilters(args, ['runs', 'minutes', 'seed']);
    const selected = PARTS.filter((part) => isSelected(names, part));
    const unknown = names.filter((name) => !PARTS.some((part) => part.includes(name)));
    if (unknown.length > 0)
      throw new UserError(`There is no part ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`);
    await provideCitus((line) => console.log(line));
    const folder = await mkdtemp(join(tmpdir(), 'fws-citus-'));
    await chmod(folder, 0o755); // root's servers run under another account
    context.onEnd(() => rm(folder, { recursive: true, force: true }));
    const cluster = await Cluster.start(folder);
    context.onEnd(() => cluster.stop());

    const runs = parseNumberFlag(args, 'runs', 20);
    const parts: Readonly<Record<(typeof PARTS)[number], () => Promise<Verdict>>> = {
      wire: () => proveWire(folder),
      races: () => proveRaces(runs, seed),
      costs: () => measureCosts(cluster, SHARDS, (text) => console.log(text)),
      months: proveMonths,
      crashes: () =>
        proveNodeCrashes(cluster, {
          kills: runs,
          seed,
          signal,
          onKill: (node) => console.log(`killed ${node}`),
        }),
      points: () =>
        provePoints(cluster, {
          rounds: Math.ceil(runs / 10),
          seed,
          signal,
          log: (line) => console.log(line),
        }),
      rebalancing: () => proveRebalancing(cluster),
    };
    const verdicts: Verdict[] = [];
    for (const part of selected) if (!signal.aborted) verdicts.push(await parts[part]());
    return {
      figures: Object.assign({}, ...verdicts.map(({ figures }) => figures)),
      violations: verdicts.flatMap(({ violations }) => violations),
    };
  },
);
