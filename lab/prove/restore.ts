import { runRestore } from './restore/run.ts';
import { findTools } from './restore/tools.ts';
import { parseNumberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// Destroys a database server after money has moved since its pgBackRest backup. The restored one must pay nothing out
// until its books are compared with the provider's and two admins reopen payouts.
// npm run prove:restore -- [--seed N] [--runs 0]

const args = process.argv.slice(2);
// With --runs 0 only the options are read, which needs no tools.
const tools = parseNumberFlag(args, 'runs', 1) === 0 ? null : findTools();

await runProof('restore', { database: 'none', flags: ['runs'] }, (context) => {
  if (tools === null) throw new Error('a run without tools proves nothing');
  return runRestore(tools, { onEnd: (close) => context.onEnd(close), say: (line) => console.log(line) });
});
