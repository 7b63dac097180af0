import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toIstDate } from '@fws/contract/platform/dates';
import { createTestDatabase, openOwnerDb } from '../../../../test/database.ts';
import { makeDatabaseClockMovable } from '../../../../test/ledger/clock.ts';
import { createPaidWorker } from '../../../../test/ledger/postings.ts';
import { createFolderStore } from '../../../adapters/files/folder.ts';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { setFaultPointHandler, type FaultPoint } from '../../../platform/fault-point.ts';
import { silentLog } from '../../../platform/log.ts';
import {
  archiveMonth,
  listPartitions,
  openMonths,
  restoreMonth,
  type MonthPartition,
} from '../../../platform/months/index.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import { archiveChecks } from '../../invariants.ts';
import { entryArchivePolicy } from './archive-policy.ts';
import { toWalletAccount } from '../postings/accounts.ts';
import { findInclusionProof, verifyInclusion } from '../inclusion/service.ts';
import { invariants } from '../invariants.ts';
import { sealDays, verifySeals } from '../seals/service.ts';
import { getBalance } from '../store.ts';
import { findVerifiedDay, recordVerifiedDay, verifyLedger } from '../verification/service.ts';

const DAY_MS = 24 * 3600_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Db;
let client: pg.Client;
let folder: string;
let files: FileStore;
let moveClock: (days: number) => Promise<void>;
let workerId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwnerDb(database.ownerUrl);
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'fws-archives-'));
  files = createFolderStore(folder);
  moveClock = await makeDatabaseClockMovable(owner);
  // A payment and a release in the middle of each of three months, whatever day it is today.
  const [, ...months] = await listMonths();
  const moveInto = (month: number) => moveClock(countDaysUntil(months[month]!.starts) + 14);
  for (const month of [0, 1, 2]) {
    await moveInto(month);
    workerId = await createPaidWorker(database.db, 5_000 + month);
  }
  await moveInto(3);
});
afterAll(async () => {
  await client.end();
  await owner.destroy();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Whole days, as the clock of the database moves by them; less than none for a day that is past. */
const countDaysUntil = (day: string) =>
  Math.round((Date.parse(day) - Date.parse(toIstDate(new Date()))) / DAY_MS);
const listMonths = () => listPartitions(database.db, 'ledger.entry');
const archive = (partition: MonthPartition) =>
  archiveMonth({ owner: client, files, now: new Date() }, partition, entryArchivePolicy);
const restore = (partition: MonthPartition) =>
  restoreMonth({ owner: client, files }, partition, entryArchivePolicy);
const verify = () => verifySeals(database.db, null, { files, checks: archiveChecks });
const expectSound = async () => {
  expect(await verifyLedger(database.db, invariants)).toEqual([]);
  expect(await verifyLedger(database.db, invariants, await findVerifiedDay(database.db))).toEqual([]);
};
const countEntries = async () =>
  (await sql<{ count: number }>`SELECT count(*) FROM ledger.entry`.execute(database.db)).rows[0]?.count;
const sealAndVerify = async () => {
  await sealDays({ db: database.db, log: silentLog });
  const { head, broken } = await verify();
  expect(broken).toEqual([]);
  if (head?.algorithm === 'merkle') await inTx(database.db, (tx) => recordVerifiedDay(tx, head));
};

test('each entry is in the partition of its month', async () => {
  const { rows } = await sql<{ partition: string; months: number; entries: number }>`
    SELECT tableoid::regclass::text AS partition, count(DISTINCT month) AS months, count(*) AS entries
    FROM ledger.entry GROUP BY 1 ORDER BY 1`.execute(database.db);
  expect(rows.map(({ months, entries }) => ({ months, entries }))).toEqual(
    Array.from({ length: 3 }, () => ({ months: 1, entries: 4 })),
  );
});

test('a month stays until all of its days are sealed and verified', async () => {
  const [, first] = await listMonths();
  await expect(archive(first!)).rejects.toThrow('not all of its days are sealed and verified');
  await sealDays({ db: database.db, log: silentLog });
  await expect(archive(first!)).rejects.toThrow('not all of its days are sealed and verified');
  await sealAndVerify();
  const [, , second] = await listMonths();
  await expect(archive(second!)).rejects.toThrow('an older month is not archived yet');
});

test('archives months, verifies them from the file store, and restores them', async () => {
  const [before, first, second] = await listMonths();
  for (const month of [before!, first!, second!]) await archive(month);
  // Escrow twice and the wallet once of each archived month, and all of the last one.
  expect(await countEntries()).toBe(3 + 3 + 4);
  expect((await listMonths()).map(({ stage, rows }) => ({ stage, rows })).slice(0, 4)).toEqual([
    { stage: 'archived', rows: 0 },
    { stage: 'archived', rows: 4 },
    { stage: 'archived', rows: 4 },
    { stage: 'attached', rows: null },
  ]);
  expect(await verify()).toMatchObject({ broken: [], archivedMonths: 2 });
  await expectSound();
  expect(await getBalance(database.db, toWalletAccount(workerId))).toBe(5_002);

  const found = await findInclusionProof(database.db, { txnId: 1, seq: 1 }, files);
  expect(found && verifyInclusion(found.proof, found.seal)).toBe(true);

  const [, archived] = await listMonths();
  expect(await restore(archived!)).toBe(4);
  expect(await countEntries()).toBe(4 + 3 + 4);
  expect(await verify()).toMatchObject({ broken: [], archivedMonths: 1 });
  await expectSound();
});

const getFirst = async () => (await listMonths())[1]!;

/** Where the folder store keeps the data of the archive of the first month. */
async function findFile(ending: '.json' | '.copy.gz'): Promise<string> {
  const key = (await getFirst()).manifestKey!.replace(/\.json$/, ending);
  return path.join(folder, createHash('sha256').update(key).digest('hex').slice(0, 2), key);
}

test.each<[string, '.json' | '.copy.gz', (bytes: Buffer) => Buffer | null, string]>([
  [
    'an amount, compressed again',
    '.copy.gz',
    (bytes) => gzipSync(gunzipSync(bytes).toString().replace('5000', '5001')),
    'its data was changed',
  ],
  ['data that is cut off', '.copy.gz', (bytes) => bytes.subarray(0, -12), 'its data cannot be read'],
  ['missing data', '.copy.gz', () => null, 'its data is missing in the file store'],
  [
    'a manifest',
    '.json',
    (bytes) => Buffer.from(bytes.toString().replace('"rows": 4', '"rows": 3')),
    'its manifest was changed',
  ],
  ['a missing manifest', '.json', () => null, 'its manifest is missing in the file store'],
])('verification finds %s', async (_, ending, change, reason) => {
  if ((await getFirst()).stage === 'attached') await archive(await getFirst());
  const file = await findFile(ending);
  const bytes = await readFile(file);
  const changed = change(bytes);
  if (changed) await writeFile(file, changed);
  else await rm(file);
  const { broken } = await verify();
  expect(broken).toEqual([{ day: expect.stringMatching(/^archive \d{4}-\d\d$/), reason }]);
  await expect(restore(await getFirst())).rejects.toThrow(reason);
  await writeFile(file, bytes);
  expect((await verify()).broken).toEqual([]);
});

test('verification finds a changed archive whose checksums were changed too, by seals and kept sums', async () => {
  const month = await getFirst();
  const [dataFile, manifestFile] = [await findFile('.copy.gz'), await findFile('.json')];
  const [data, manifest] = [await readFile(dataFile), await readFile(manifestFile)];
  // Both lines of the payment, so that the transaction still balances.
  const plain = Buffer.from(gunzipSync(data).toString().replaceAll('5000', '5001'));
  const forged = gzipSync(plain);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const description = JSON.parse(manifest.toString());
  Object.assign(description.data, { bytes: forged.length, sha256: hash(forged), plainSha256: hash(plain) });
  const forgedManifest = Buffer.from(JSON.stringify(description));
  await writeFile(dataFile, forged);
  await writeFile(manifestFile, forgedManifest);
  const setHash = (bytes: Buffer) =>
    client.query('UPDATE month_partition SET manifest_sha256 = sha256($1) WHERE partition = $2', [
      bytes,
      month.partition,
    ]);
  await setHash(forgedManifest);
  expect((await verify()).broken.map(({ reason }) => reason)).toEqual([
    'what it brought into an account is not what the database keeps of it',
    'the entries that stayed in the database are not its own',
    'its entries were changed, or the seal was',
    'its balances are not those of the day before and its entries',
  ]);
  await writeFile(dataFile, data);
  await writeFile(manifestFile, manifest);
  await setHash(manifest);
  expect((await verify()).broken).toEqual([]);
});

class Crash extends Error {}

test.each<FaultPoint>(['archive_detaching', 'archive_detached', 'archive_uploaded', 'archive_recorded'])(
  'a crash at %s loses and doubles nothing, and archiving resumes',
  async (point) => {
    if ((await getFirst()).stage !== 'attached') await restore(await getFirst());
    setFaultPointHandler((reached) => {
      if (reached === point) throw new Crash(point);
    });
    await expect(archive(await getFirst())).rejects.toThrow(Crash);
    setFaultPointHandler(() => {});
    expect((await getFirst()).stage).toBe(point === 'archive_detaching' ? 'attached' : 'detached');
    expect((await verify()).broken).toEqual([]);
    await expectSound();
    await archive(await getFirst());
    expect(await getFirst()).toMatchObject({ stage: 'archived', rows: 4 });
    expect((await verify()).broken).toEqual([]);
    await expectSound();
  },
);

test('a month that was only detached is attached again by a restore', async () => {
  if ((await getFirst()).stage === 'archived') await restore(await getFirst());
  setFaultPointHandler((reached) => {
    if (reached === 'archive_detached') throw new Crash(reached);
  });
  await expect(archive(await getFirst())).rejects.toThrow(Crash);
  setFaultPointHandler(() => {});
  const entries = await countEntries();
  await restore(await getFirst());
  expect(await countEntries()).toBe(entries! + 1);
  expect((await verify()).broken).toEqual([]);
  await expectSound();
});

test('the application can neither detach a month nor change what is known of archives', async () => {
  const run = (statement: string) => inTx(database.db, (tx) => sql.raw(statement).execute(tx));
  const { partition } = await getFirst();
  for (const statement of [
    `ALTER TABLE ledger.entry DETACH PARTITION ledger.${partition}`,
    `INSERT INTO ledger.${partition} SELECT * FROM ledger.entry`,
    `UPDATE month_partition SET manifest_sha256 = sha256('')`,
    `DELETE FROM ledger.archived_sum`,
  ])
    await expect(run(statement)).rejects.toMatchObject({ code: '42501' });
  for (const statement of [`UPDATE ledger.${partition} SET amount = 1`, `DELETE FROM ledger.${partition}`])
    await expect(inTx(owner, (tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({
      code: 'FW001',
    });
});

test('after months without the task that opens months, money still moves, and the task catches up', async () => {
  await moveClock(400);
  const { partition } = (await listMonths()).at(-1)!;
  workerId = await createPaidWorker(database.db, 7_000);
  const listPlaces = async () =>
    (
      await sql<{ place: string }>`SELECT DISTINCT tableoid::regclass::text AS place FROM ledger.entry
        WHERE txn_id = (SELECT max(id) FROM ledger.txn)`.execute(database.db)
    ).rows.map(({ place }) => place);
  expect(await listPlaces()).toEqual(['ledger.entry_other']);
  const logged: string[] = [];
  await openMonths({ db: database.db, log: { ...silentLog, error: (text) => void logged.push(text) } });
  expect(logged).toEqual(['rows of months without a partition: the task open_months did not run for months']);
  const [place] = await listPlaces();
  expect(place).toMatch(/^ledger\.entry_\d{4}_\d\d_to_\d{4}_\d\d$/);
  expect(partition).not.toBe(place);
  const months = await listMonths();
  expect(months.slice(1).map(({ starts }) => starts)).toEqual(months.slice(0, -1).map(({ ends }) => ends));
  await moveClock(401);
  await sealAndVerify();
  await expectSound();
  await openMonths({ db: database.db, log: { ...silentLog, error: (text) => void logged.push(text) } });
  expect(logged).toHaveLength(1);
});
