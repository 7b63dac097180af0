import { provePooler } from './pooler/run.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Runs web and worker behind a real PgBouncer in transaction mode.
// npm run prove:pooler -- [--runs READS]

await runProof('pooler', { database: 'fast', flags: ['runs'] }, ({ args }) =>
  provePooler({ calls: parseNumberFlag(args, 'runs', 5_000) }),
);
