import { provePooler } from './pooler/run.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Web and worker with real PgBouncer in transaction mode before the application's login.
// npm run prove:pooler -- [--runs READS]

await runProof('pooler', { database: 'fast', flags: ['runs'] }, ({ args }) =>
  provePooler({ calls: numberFlag(args, 'runs', 5_000) }),
);
