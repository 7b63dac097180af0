import { parseMinutesFlag, parseNameFilters, parseTextFlag } from '../support/numbers.ts';
import { runProof } from '../support/program.ts';
import { PARTS, proveNodes } from './nodes.ts';

// The part of prove:cluster about several nodes, alone.
// node scripts/run.mjs prove/cluster/nodes-alone.ts [redis] [deploy] [speed] [--from COMMIT] [--minutes N]

await runProof('nodes', { database: 'fast', flags: ['from', 'minutes'] }, ({ args }) => {
  const minutes = parseMinutesFlag(args);
  const names = parseNameFilters(args, ['from', 'minutes', 'seed']);
  return proveNodes({
    ms: Number.isFinite(minutes) ? minutes * 60_000 : 0,
    from: parseTextFlag(args, 'from'),
    parts: PARTS.filter((part) => names.includes(part)),
  });
});
