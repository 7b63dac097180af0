import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, openOwnerDb } from '../../../server/test/database.ts';
import { makeDatabaseClockMovable } from '../../../server/test/ledger/clock.ts';
import { createFolderStore } from '../../../server/src/adapters/files/folder.ts';
import { ARCHIVABLE_TABLES } from '../../../server/src/tables.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import { silentLog } from '../../../server/src/platform/log.ts';
import {
  archiveMonth,
  listPartitions,
  openMonths,
  restoreMonth,
} from '../../../server/src/platform/months/index.ts';
import type { Verdict } from '../support/program.ts';

const TABLE = 'public.notification';
const USERS = 20;
const DAY_MS = 86_400_000;

/**
 * Opens months of notifications, which are on the workers, lets two be missed, and archives and restores all that are over.
 * Months of the ledger are among the tests of the part `wire`.
 */
export async function proveMonths(): Promise<Verdict> {
  const database = await createTestDatabase();
  const { db } = database;
  const owner = openOwnerDb(database.ownerUrl);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'fws-citus-months-'));
  const files = createFolderStore(folder);
  const violations: string[] = [];
  try {
    const moveClock = await makeDatabaseClockMovable(owner);
    for (let user = 1; user <= USERS; user++)
      await client.query(
        `INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
          VALUES ('A', 'B', $1, $2, 'individual', '{}', 'Pune')`,
        [`user${user}@example.in`, `+9190000000${String(user).padStart(2, '0')}`],
      );
    const notify = (days: number) =>
      inTx(db, (tx) =>
        tx
          .insertInto('notification')
          .values(
            Array.from({ length: USERS }, (_, user) => ({
              user_id: user + 1,
              type: 'x',
              values: '{}',
              path: null,
              dedupe_key: `after ${days} days`,
              created_at: new Date(Date.now() + days * DAY_MS),
              read_at: null,
              cleared_at: null,
            })),
          )
          .execute(),
      );
    const read = async () => {
      const rows = await db.selectFrom('notification').selectAll().orderBy('id').execute();
      return JSON.stringify(rows);
    };

    await notify(0);
    await moveClock(40);
    await openMonths({ db, log: silentLog });
    await notify(70);
    // Nobody opens months for a year: rows go into the partition of all others, which becomes that of these months.
    await moveClock(400);
    await notify(400);
    await openMonths({ db, log: silentLog });
    const checkPlaces = async (when: string) => {
      const { rows: strays } = await client.query(
        `SELECT partition FROM month_partition month
          LEFT JOIN citus_tables ON citus_tables.table_name = partition::regclass
          WHERE month.table_name = $1 AND citus_table_type IS DISTINCT FROM 'distributed'`,
        [TABLE],
      );
      if (strays.length > 0) violations.push(`months: not distributed ${when}: ${JSON.stringify(strays)}`);
    };
    await checkPlaces('after opening');

    const before = await read();
    const lastEnd = new Date(Date.now() + 490 * DAY_MS).toISOString().slice(0, 10);
    const over = (await listPartitions(db, TABLE)).filter(({ ends }) => ends <= lastEnd);
    const policy = ARCHIVABLE_TABLES[TABLE];
    if (!policy) throw new Error(`${TABLE} cannot be archived`);
    let archived = 0;
    for (const month of over)
      archived += (await archiveMonth({ owner: client, files, now: new Date() }, month, policy)).rows;
    if (archived !== 3 * USERS) violations.push(`months: ${archived} notifications archived`);
    if ((await read()) !== '[]') violations.push('months: archived notifications are in the database');
    for (const month of await listPartitions(db, TABLE))
      if (month.stage === 'archived') await restoreMonth({ owner: client, files }, month, policy);
    await checkPlaces('after restoring');
    if ((await read()) !== before) violations.push('months: restored notifications are not the former ones');
    // A restored month takes rows and changes again.
    await notify(1);
    await inTx(db, (tx) => tx.updateTable('notification').set({ read_at: new Date() }).execute());
    return { figures: { 'months: partitions archived and restored': over.length }, violations };
  } finally {
    await client.end();
    await owner.destroy();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
