import { runRestore } from './restore/run.ts';
import { findTools } from './restore/tools.ts';
import { numberFlag } from './support/numbers.ts';
import { runProof } from './support/program.ts';

// A database server with pgBackRest is lost after money has moved since its backup: the restored one pays nothing out
// until its books were compared with the provider's and two admins have reopened it.
// npm run prove:restore -- [--seed N] [--runs 0]

const args = process.argv.slice(2);
// Whoever only asks for the options needs no tools.
const tools = numberFlag(args, 'runs', 1) === 0 ? null : findTools();

await runProof('restore', { database: 'none', flags: ['runs'] }, () => {
  if (tools === null) throw new Error('a run without tools proves nothing');
  return runRestore(tools, (line) => console.log(line));
});
