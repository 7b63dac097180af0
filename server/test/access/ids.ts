import pg from 'pg';
import type { World } from '../world.ts';

// Foreign ids begin with one pair of digits and the stranger's own with another, so that both can be recognised in any
// reply and any row.

const FOREIGN_PREFIX = 77;
const OWN_PREFIX = 88;
const buildIdPattern = (digits: number): RegExp => new RegExp(`(?<!\\d)${digits}\\d{9}(?!\\d)`, 'g');
export const FOREIGN_ID = buildIdPattern(FOREIGN_PREFIX);
export const STRANGERS_ID = buildIdPattern(OWN_PREFIX);

/** Makes new ids of every table begin with these digits. No two tables share an id. */
async function startIdsWith(world: World, digits: number): Promise<void> {
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  await client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
       $1::bigint * 1000000000 + row_number() OVER (ORDER BY schemaname, sequencename) * 1000000)
     FROM pg_sequences WHERE schemaname IN ('public', 'ledger')`,
    [digits],
  );
  await client.end();
}
export const startForeignIds = (world: World): Promise<void> => startIdsWith(world, FOREIGN_PREFIX);
export const startStrangersIds = (world: World): Promise<void> => startIdsWith(world, OWN_PREFIX);

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MISSING = '99000000001';

/** Converts an id to one of the same format that does not exist. */
export function toMissingId(id: string): string {
  const missing = id
    .replaceAll(FOREIGN_ID, MISSING)
    .replaceAll(UUID, () => crypto.randomUUID())
    .replace(/^\d{1,10}$/, MISSING)
    .replace(/^\+919\d{9}$/, '+919999999999')
    .replace(/^[^@]+@/, 'nobody@');
  if (missing === id) throw new Error(`missingId of server/test/access/ids.ts knows no id like ${id}`);
  return missing;
}
