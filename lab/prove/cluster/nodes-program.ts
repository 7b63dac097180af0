import { UserError } from '../../../scripts/user-error.ts';
import { isSelected, parseMinutesFlag, parseNameFilters, parseTextFlag } from '../support/numbers.ts';
import { runProof } from '../support/program.ts';
import { PARTS, proveNodes } from './nodes.ts';

// A program of its own, because it runs the product on a server of tests and not on the nodes of prove:cluster.
// node scripts/run.mjs lab/prove/cluster/nodes-program.ts [redis] [deploy] [speed] [--from COMMIT] [--minutes N]

await runProof('nodes', { database: 'fast', flags: ['from', 'minutes'] }, ({ args }) => {
  const minutes = parseMinutesFlag(args);
  const names = parseNameFilters(args, ['from', 'minutes', 'seed']);
  const parts = PARTS.filter((part) => isSelected(names, part));
  if (parts.length === 0) throw new UserError(`No part has such a name: there are ${PARTS.join(', ')}.`);
  return proveNodes({
    ms: Number.isFinite(minutes) ? minutes * 60_000 : 0,
    from: parseTextFlag(args, 'from'),
    parts,
  });
});
