import { runProgram } from '../program.ts';
import { readStartConfig } from '../start-config.ts';
import { startStandIns } from '../start-parts.ts';

await runProgram(async (life) => {
  await startStandIns(readStartConfig(process.env, []), life, Number(process.env['DEV_SMTP_PORT']));
  return life.untilSignalled();
});
