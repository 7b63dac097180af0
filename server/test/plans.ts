import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Db } from '../src/platform/db/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** SQL that inserts this many users, with ids from 1. */
export const seedUsers = (people: number): string => `
  INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
  SELECT 'Crowd' || i % 997, 'Of' || i % 89, 'crowd' || i || '@mail.example', '+91' || (7000000000 + i),
    'individual', '{projects}', 'Baner, Pune' FROM generate_series(1, ${people}) i`;

interface Statement {
  text: string;
  values: readonly unknown[];
}

interface Explain {
  (statement: Statement, options?: { mayScan: boolean }): Promise<string>;
  /** Runs a statement as the owner. */
  run(text: string): Promise<unknown>;
  getDb(): Db;
  /** The ids of the rows that it returns. */
  readIds(statement: Statement): Promise<number[]>;
  /** How many of so many executions of a prepared statement used its generic plan. The first five never do. */
  countGenericPlans(statement: Statement & { name: string }, executions: number): Promise<number>;
}

/** Returns a function that explains a statement in a database of the test file, filled once with users and these rows. */
export function setUpPlans(rows: string): Explain {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`${seedUsers(10_000)}; ${rows}; ANALYZE`);
  });
  afterAll(async () => {
    await owner.end();
    await database.close();
  });
  const explain = async ({ text, values }: Statement, { mayScan } = { mayScan: true }) => {
    await owner.query(`SET enable_seqscan = ${mayScan ? 'on' : 'off'}`);
    const plan = await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const readIds = async ({ text, values }: Statement) =>
    (await owner.query<{ id: string }>(text, [...values])).rows.map(({ id }) => Number(id));
  const countGenericPlans = async (
    { name, text, values }: Statement & { name: string },
    executions: number,
  ) => {
    for (let execution = 1; execution <= executions; execution += 1)
      await owner.query({ name, text, values: [...values] });
    const counted = await owner.query<{ count: number }>(
      'SELECT generic_plans::int AS count FROM pg_prepared_statements WHERE name = $1',
      [name],
    );
    return counted.rows[0]?.count ?? 0;
  };
  return Object.assign(explain, {
    readIds,
    countGenericPlans,
    run: (text: string) => owner.query(text),
    getDb: () => database.db,
  });
}
