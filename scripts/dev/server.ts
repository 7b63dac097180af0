import { runProgram } from '../program.ts';
import { readStartConfig } from '../start-config.ts';
import { startApp } from '../start-parts.ts';

await runProgram(async (life) => {
  const config = readStartConfig(process.env, []);
  const sandbox = {
    url: `http://localhost:${config.sandboxPort}`,
    smtpPort: Number(process.env['DEV_SMTP_PORT']),
  };
  await startApp(
    config,
    { appUrl: config.databaseUrl ?? '', queueUrl: config.queueUrl ?? '' },
    sandbox,
    life,
  );
  return life.untilSignalled();
});
