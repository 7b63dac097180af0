import { buildServer } from './bundle.ts';
import { runProgram } from './program.ts';
import { step } from './steps.ts';
import { buildWeb } from './web-build.ts';

// npm run build: builds everything that production runs into dist/.
await runProgram(async () => {
  await step('Web app', () => buildWeb(process.cwd()));
  await step('Server', () => buildServer(process.cwd()));
  return 0;
});
