import { runProgram } from '../program.ts';
import { readStartConfig } from '../start-config.ts';
import { startApp } from '../start-parts.ts';

await runProgram(async (life) => {
  const config = readStartConfig(process.env, []);
  const sandbox = {
    url: `http://127.0.0.1:${config.sandboxPort}`,
    smtpPort: config.sandboxSmtpPort,
    scannerPort: config.sandboxScannerPort,
  };
  await startApp(
    config,
    { appUrl: config.databaseUrl ?? '', queueUrl: config.queueUrl ?? '' },
    sandbox,
    life,
  );
  return life.waitForSignal();
});
