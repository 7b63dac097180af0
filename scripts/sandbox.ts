import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { startStandIns } from './start-parts.ts';
import { UserError } from './user-error.ts';

// npm run sandbox: runs the sandbox alone, for development and for trials of a production start.
await runProgram(async (life) => {
  if (process.env['NODE_ENV'] === 'production' && !/^(1|true)$/.test(process.env['ALLOW_SANDBOX'] ?? ''))
    throw new UserError('Production has no sandbox. For a trial, set ALLOW_SANDBOX=1.');
  const { url, smtpPort } = await startStandIns(readStartConfig(process.env, []), life);
  console.log(`Sandbox at ${url}, mail on port ${smtpPort}.`);
  return life.waitForSignal();
});
