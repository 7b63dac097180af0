import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Life } from '../../scripts/program.ts';
import { removeDatabase, startDatabase } from '../../scripts/embedded-postgres/index.ts';

/**
 * Starts a database server that commits to disk, for the program's lifetime. `configure` changes its settings, which take
 * effect at its second start.
 */
export async function provideDurableDatabase(
  life: Life,
  configure?: (ownerUrl: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fws-bench-'));
  life.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o711); // root's database runs under another account, which needs access
  const port = 60_000 + Math.floor(Math.random() * 5000);
  const start = () => startDatabase({ dataDir, port, durable: true, log: console.log });
  let server = await start();
  life.onEnd(() => removeDatabase(dataDir));
  life.onEnd(() => server.stop());
  if (configure) {
    await configure(server.ownerUrl);
    await server.stop();
    server = await start();
  }
  process.env['TEST_DATABASE_URL'] = server.ownerUrl;
}
