import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase, startDatabase, type Database } from '../embedded-postgres/index.ts';
import { findPostmaster } from '../embedded-postgres/postmaster.ts';
import { readSettings } from '../embedded-postgres/settings.ts';

/** A port away from commonly used ones, and unlikely to collide with another run. */
const pickPort = () => 55_000 + Math.floor(Math.random() * 5000);

/** `pid`: of the server's first process, of which all others are children. */
type TestDatabase = Database & { pid: number | undefined };

/** A database for one test run, in a new folder of `parent`; `stop` removes everything. */
export async function startTestDatabase(parent: string): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(parent, 'fws-test-'));
  await chmod(dataDir, 0o711); // root's database runs under another account, which needs access
  async function remove() {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true });
  }
  try {
    const database = await startDatabase({ dataDir, port: pickPort(), durable: false, log: console.log });
    const settings = await readSettings(dataDir);
    const pid = settings && (await findPostmaster(settings.cluster))?.pid;
    return { ...database, pid, stop: () => database.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Vitest's global setup, so that `npx vitest run some.test.ts` works on its own. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const database = await startTestDatabase(tmpdir());
  process.env['TEST_DATABASE_URL'] = database.ownerUrl;
  return database.stop;
}
