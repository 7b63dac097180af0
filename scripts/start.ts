import { startDev } from './dev/start.ts';
import { runProgram } from './program.ts';
import { readCheckedStartConfig } from './start-config.ts';
import { openDatabase, prepareData, refuseTaken, startApp, startStandIns } from './start-parts.ts';
import { buildWeb } from './web-build.ts';
import { step } from './steps.ts';

await runProgram(async (life) => {
  const config = readCheckedStartConfig(process.env, process.argv.slice(2));
  await refuseTaken(config);
  const database = await openDatabase(config, life);
  if (!config.isDev) await step('Web app', () => buildWeb(process.cwd()));
  const logins = await prepareData(config, database);
  life.signal.throwIfAborted();
  if (config.isDev) {
    await startDev(config, database, life);
  } else {
    const sandbox = await startStandIns(config, life, { smtpPort: 0, scannerPort: 0 });
    await startApp(config, database, sandbox, life);
  }
  console.log(`
FWS      ${config.publicUrl}
Sandbox  http://localhost:${config.sandboxPort}  (replaces payments, messages and identity checks)
Outbox   http://localhost:${config.sandboxPort}/outbox  (every code that FWS sends; a login in a new browser asks for one)

Demo logins
${logins.map(({ name, identifier, password }) => `  ${name}: ${identifier}, password ${password}`).join('\n')}

Ctrl-C stops everything.`);
  return life.waitForSignal();
});
