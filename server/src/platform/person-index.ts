import { sql } from 'kysely';
import type { Tx } from './db/index.ts';

/**
 * Brings the people directory up to date with this person's row. To be called after each change of the name, the skills,
 * the location, the completed projects or the suspension.
 */
export async function indexPerson(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT index_person(${userId})`.execute(tx);
}
