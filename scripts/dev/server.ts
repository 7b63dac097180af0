import { runProgram } from '../program.ts';
import { readStartConfig } from '../start-config.ts';
import { startApp } from '../start-parts.ts';

await runProgram(async (life) => {
  const config = readStartConfig(process.env, []);
  await startApp(config, config.databaseUrl ?? '', life);
  return life.untilSignalled();
});
