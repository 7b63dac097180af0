import { findAdvisories } from './advisories.ts';
import { runProgram } from './program.ts';

// npm run audit:lock: fails on grave advisories for production packages, and says so when the registry cannot be asked.
await runProgram(async () => {
  const { status, lines } = await findAdvisories(process.env);
  for (const line of lines) console.log(line);
  return status === 'found' ? 1 : 0;
});
