import { runProgram } from './program.ts';
import { step } from './steps.ts';
import { buildWeb } from './web-build.ts';

// npm run build: the web app as the web process serves it.
await runProgram(async () => {
  await step('Web app', () => buildWeb(process.cwd()));
  return 0;
});
