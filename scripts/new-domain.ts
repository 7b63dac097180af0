import { execFileSync } from 'node:child_process';
import { createDomain } from './new-domain/create.ts';
import { runProgram } from './program.ts';

// npm run new:domain NAME: writes the skeleton of a domain, from its table to its screen, and registers it.
await runProgram(async () => {
  const { created, changed } = createDomain(process.cwd(), process.argv[2] ?? '');
  execFileSync('node_modules/.bin/oxfmt', [...created, ...changed]);
  console.log(['Created:', ...created, '', 'Changed:', ...changed].join('\n'));
  console.log(
    '\nnpm run check passes. The tests that fail name what is still to be done: begin with promises.test.ts.',
  );
  return 0;
});
