import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
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

/** Returns a function that explains a statement in a database of the test file, filled once with users and these rows. */
export function setUpPlans(
  rows: string,
): (statement: Statement, options?: { mayScan: boolean }) => Promise<string> {
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
  return async ({ text, values }, { mayScan } = { mayScan: true }) => {
    await owner.query(`SET enable_seqscan = ${mayScan ? 'on' : 'off'}`);
    const plan = await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  };
}
