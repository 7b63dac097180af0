import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import type { Db } from '../src/platform/db/index.ts';

/** The columns that hold a state, by table: the subject and the key under which the history files their changes. */
const TABLES: readonly [table: string, subject: string, key: string, ...columns: string[]][] = [
  ['job', 'job', 'id', 'state'],
  ['quote', 'quote', 'id', 'state'],
  ['invitation', 'invitation', 'id', 'state'],
  ['milestone', 'milestone', 'id', 'fund_state', 'work_state', 'on_hold'],
  ['split', 'split', 'id', 'state'],
  ['change_order', 'change_order', 'id', 'state'],
  ['escrow_order', 'order', 'id', 'state'],
  ['refund', 'refund', 'id', 'state'],
  ['chargeback', 'chargeback', 'chargeback_id', 'state'],
  ['dispute', 'dispute', 'id', 'state'],
  ['withdrawal', 'withdrawal', 'id', 'state'],
];

/** Observes every change of a state in the database itself, whichever way it is written. */
export async function observeStates(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`
      CREATE TABLE observed_change (id bigint GENERATED ALWAYS AS IDENTITY, subject text, subject_id text, track text,
        from_state text, to_state text);
      GRANT SELECT ON observed_change TO fws_app;
      CREATE FUNCTION observe_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE
        track text;
      BEGIN
        FOREACH track IN ARRAY TG_ARGV[2:] LOOP
          CONTINUE WHEN to_jsonb(OLD)->track = to_jsonb(NEW)->track;
          INSERT INTO public.observed_change (subject, subject_id, track, from_state, to_state)
          VALUES (TG_ARGV[0], to_jsonb(NEW)->>TG_ARGV[1], track, to_jsonb(OLD)->>track, to_jsonb(NEW)->>track);
        END LOOP;
        RETURN NULL;
      END $$`);
    for (const [table, ...params] of TABLES)
      await owner.query(`CREATE TRIGGER observe AFTER UPDATE ON ${table} FOR EACH ROW
        EXECUTE FUNCTION observe_change(${params.map((param) => `'${param}'`).join(', ')})`);
  } finally {
    await owner.end();
  }
}

/** The changes that each state column went through, in order, as observed or as the history has them. */
async function listChanges(db: Db, table: 'observed_change' | 'state_change'): Promise<string[]> {
  const subjects = [...new Set(TABLES.map(([, subject]) => subject))];
  const { rows } = await sql<{ changes: string }>`
    SELECT subject || ' ' || subject_id || ' ' || track || ': '
      || string_agg(from_state || ' → ' || to_state, ', ' ORDER BY id) AS changes
    FROM ${sql.table(table)} WHERE subject = ANY (${subjects})
    GROUP BY subject, subject_id, track ORDER BY 1`.execute(db);
  return rows.map((row) => row.changes);
}

/** Every observed change has exactly one row of history, and the converse. */
export async function expectCompleteHistory(db: Db): Promise<void> {
  const observed = await listChanges(db, 'observed_change');
  expect(observed.length).toBeGreaterThan(0);
  expect(await listChanges(db, 'state_change')).toEqual(observed);
}
