import pg from 'pg';
import { createDb, createPool, type Db } from '../../server/src/platform/db/index.ts';
import type { FileStore } from '../../server/src/ports/file-store.ts';
import { findServerOwnerUrl } from '../database-urls.ts';
import { findRunningDatabase } from '../embedded-postgres/index.ts';
import type { Life } from '../program.ts';
import { readStartConfig } from '../start-config.ts';
import { UserError } from '../user-error.ts';

export interface Months {
  owner: pg.Client;
  db: Db;
  files: FileStore;
}

/** Connects as the owner, alone: two commands that archive at once would disturb each other. */
export async function openMonthsAsOwner(life: Life): Promise<Months> {
  const start = readStartConfig(process.env, []);
  const url = findServerOwnerUrl(start) ?? (await findRunningDatabase(start.dataDir))?.ownerUrl;
  if (!url) throw new UserError('No database is running: set MIGRATION_URL, or run npm start first.');
  const owner = new pg.Client({ connectionString: url, application_name: 'fws-archive', keepAlive: true });
  owner.on('error', () => {});
  await owner.connect();
  life.onEnd(() => owner.end());
  // An operator who waits can interrupt it.
  await owner.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
  const { rows } = await owner.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('fws-archive')) AS locked`,
  );
  if (rows[0]?.locked !== true) throw new UserError('Another command is archiving or restoring a month.');
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-archive' }));
  life.onEnd(() => db.destroy());
  // Most of the server's code: load it only when the options are right.
  const [{ createFileStore }, { readConfig }] = await Promise.all([
    import('../../server/src/adapters/files/store.ts'),
    import('../../server/src/config/index.ts'),
  ]);
  const { port, sandboxPort, dataDir, publicUrl } = start;
  const sandbox = { url: `http://localhost:${sandboxPort}`, smtpPort: 1 };
  const files = createFileStore(
    readConfig({ databaseUrl: url, queueUrl: url, port, dataDir, publicUrl, sandbox }),
  );
  return { owner, db, files };
}

/** The table becomes one of months only when no process of a version is left that could not write to it then. */
export const explainUnpartitioned = (table: string): string =>
  `${table} is not partitioned by month yet: run npm run migrate, when the update is complete.`;
