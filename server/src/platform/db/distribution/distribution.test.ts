import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import {
  DROPPED_REFERENCES,
  DROPPED_TRIGGERS,
  FILLS,
  planAdaptation,
  WEAKER_KEYS,
  type Adaptation,
} from './adapt.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { distribute } from './distribute.ts';
import { PLACES } from '../../../tables.ts';
import type { Place } from '../../tables.ts';

// What a distributed database requires of the schema, held without Citus: the schema is adapted here as
// `npm run distribute` adapts it.

let database: TestDatabase;
let owner: pg.Client;
let before: Catalogue;
let after: Catalogue;
let adaptation: Adaptation;
let filledJobs: unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  filledJobs = await fillJobs();
  before = await readCatalogue(owner);
  adaptation = planAdaptation(before, PLACES);
  for (const statement of [...adaptation.before, ...adaptation.after]) await owner.query(statement);
  after = await readCatalogue(owner);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

/** The jobs of rows that former versions of the product wrote, as distribution fills them in. */
async function fillJobs(): Promise<unknown[]> {
  // Without what the rows refer to.
  await owner.query(`BEGIN; SET LOCAL session_replication_role = replica`);
  await owner.query(`INSERT INTO milestone (id, job_id, position, name, amount_paise, changed_at) OVERRIDING SYSTEM VALUE
    VALUES (7, 5, 1, 'A', 100, now())`);
  await owner.query(
    `INSERT INTO milestone_completion (milestone_id, round, note, completed_at) VALUES (7, 1, '', now())`,
  );
  await owner.query(`INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
    VALUES ('one', 7, 1, 100, 'created', 'p', now(), now())`);
  for (const statement of FILLS) await owner.query(statement);
  const { rows } = await owner.query(`SELECT job_id FROM milestone_completion
    UNION ALL SELECT job_id FROM escrow_order`);
  await owner.query('ROLLBACK');
  return rows.map((row: { job_id: string | null }) => row.job_id);
}

const getPlace = (table: string): Place => {
  const place = PLACES[table];
  if (!place) throw new Error(`${table} has no place: add it to the tables.ts of its domain`);
  return place;
};

test('every table has a place, and every place is of a table', () => {
  expect(adaptation.faults).toEqual([]);
  expect(Object.keys(PLACES).toSorted()).toEqual(before.tables.toSorted());
});

test('every unique key of a distributed table has the column that decides about its rows’ place', () => {
  const faults = after.keys.filter(({ table, columns }) => {
    const place = getPlace(table);
    return place.kind === 'distributed' && !columns.includes(place.column);
  });
  expect(faults).toEqual([]);
  // A table keeps as many keys as it had, and its primary key.
  expect(after.keys.map(({ table, name, kind }) => ({ table, name, kind }))).toEqual(
    before.keys.map(({ table, name, kind }) => ({ table, name, kind })),
  );
});

test('every foreign key leads to a reference table, within the coordinator, or to the same node', () => {
  const faults = after.foreignKeys.filter(({ table, columns, target, targetColumns }) => {
    const [from, to] = [getPlace(table), getPlace(target)];
    // A reference table makes Citus know the other one.
    if (to.kind === 'reference') return from.kind === 'coordinator' && after.partitioned.includes(table);
    if (from.kind !== 'distributed' || to.kind !== 'distributed')
      return from.kind === 'distributed' || to.kind === 'distributed';
    const position = targetColumns.indexOf(to.column);
    return from.group !== to.group || position === -1 || columns[position] !== from.column;
  });
  expect(faults).toEqual([]);
});

test('no table on several nodes has a trigger, and no table that Citus knows an identity column', () => {
  const isOnNodes = (table: string) => getPlace(table).kind !== 'coordinator';
  expect(after.triggers.filter(({ table }) => isOnNodes(table))).toEqual([]);
  expect(after.identities.filter(({ table }) => !table.startsWith('ledger.'))).toEqual([]);
});

test('sequences continue where identity columns were, and the application may use them', async () => {
  const insertNotification = (key: string) =>
    database.db
      .insertInto('notification')
      .values({
        user_id: 1,
        type: 'x',
        values: '{}',
        path: null,
        dedupe_key: key,
        created_at: new Date(),
        read_at: null,
        cleared_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  await owner.query(`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    VALUES ('A', 'B', 'a@b.in', '+919000000001', 'individual', '{}', 'Pune')`);
  const [first, second] = [await insertNotification('a'), await insertNotification('b')];
  expect(second.id).toBe(first.id + 1);
});

test('says for each key, reference and trigger that is lost what holds it instead, and for no other', () => {
  const findLost = <Item>(list: (catalogue: Catalogue) => readonly Item[], toId: (item: Item) => string) => {
    const kept = new Set(list(after).map((item) => JSON.stringify(item)));
    return [
      ...new Set(
        list(before)
          .filter((item) => !kept.has(JSON.stringify(item)))
          .map(toId),
      ),
    ].toSorted();
  };
  const lostKeys = findLost(
    ({ keys }) => keys.map(({ table, columns }) => ({ table, columns })),
    ({ table, columns }) => `${table}.${columns.join(', ')}`,
  );
  expect(lostKeys).toEqual(Object.keys(WEAKER_KEYS).toSorted());
  const names = new Set(after.foreignKeys.map(({ table, name }) => `${table} ${name}`));
  const lostReferences = before.foreignKeys
    .filter(({ table, name }) => !names.has(`${table} ${name}`))
    .map(({ table, columns }) => `${table}.${columns.join(', ')}`);
  expect(lostReferences.toSorted()).toEqual(Object.keys(DROPPED_REFERENCES).toSorted());
  const lostTriggers = findLost(
    ({ triggers }) => triggers,
    ({ table, name }) => `${table}.${name}`,
  );
  expect(lostTriggers).toEqual(Object.keys(DROPPED_TRIGGERS).toSorted());
});

test('writes the job into rows of former versions', () => expect(filledJobs).toEqual(['5', '5']));

test('has nothing to adapt the second time', () => {
  expect(planAdaptation(after, PLACES)).toEqual({ before: [], after: [], faults: [] });
});

test('refuses what it was not told about', () => {
  const catalogue: Catalogue = {
    tables: ['job', 'novelty'],
    partitioned: [],
    keys: [{ table: 'job', name: 'job_slug', kind: 'index', columns: ['slug'], definition: '' }],
    foreignKeys: [
      {
        table: 'novelty',
        name: 'novelty_job',
        columns: ['job_id'],
        target: 'job',
        targetColumns: ['id'],
        definition: '',
      },
    ],
    triggers: [{ table: 'category', name: 'count_categories' }],
    identities: [],
  };
  expect(planAdaptation(catalogue, PLACES).faults).toEqual([
    'The table novelty has no place: add it to the tables.ts of its domain.',
    'Citus refuses the trigger count_categories of category: say in adapt.ts what does its work.',
    'The foreign key novelty.job_id leads to another node: say in adapt.ts what holds it instead.',
    'The key job.slug lacks the column that decides about its rows’ place: say in adapt.ts what holds it.',
  ]);
});

test('refuses a database without Citus', async () => {
  await expect(distribute(database.ownerUrl, { places: PLACES, shards: 4, log: () => {} })).rejects.toThrow(
    'This database has no Citus',
  );
});
