import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseUrls } from '../database-urls.ts';
import { findFreePort } from '../free-port.ts';
import type { Life } from '../program.ts';
import type { StartConfig } from '../start-config.ts';

/** Starts server, sandbox and web; each restarts or reloads when its sources change. */
export async function startDev(
  config: StartConfig,
  { appUrl, queueUrl }: DatabaseUrls,
  life: Life,
): Promise<void> {
  const apiPort = await findFreePort(Math.max(config.port, config.sandboxPort) + 1);
  const smtpPort = await findFreePort(apiPort + 1);
  const scannerPort = await findFreePort(smtpPort + 1);
  const env = {
    ...process.env,
    DATABASE_URL: appUrl,
    QUEUE_URL: queueUrl,
    DATA_DIR: config.dataDir,
    PORT: String(apiPort),
    SANDBOX_PORT: String(config.sandboxPort),
    PUBLIC_URL: config.publicUrl,
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_SCANNER_PORT: String(scannerPort),
    API_URL: `http://localhost:${apiPort}`,
  };
  const tsx = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false'];
  spawnManaged(life, [...tsx, 'scripts/sandbox.ts'], env);
  spawnManaged(life, [...tsx, 'scripts/dev/server.ts'], env);
  spawnManaged(
    life,
    ['node_modules/vite/bin/vite.js', 'web', '--port', String(config.port), '--strictPort'],
    env,
  );
}

function spawnManaged(life: Life, args: string[], env: NodeJS.ProcessEnv): void {
  // Detached: Ctrl-C reaches only this process, which stops them in order.
  const child = spawn(process.execPath, args, { env, stdio: 'inherit', detached: true });
  const ended = once(child, 'exit');
  life.onEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}
