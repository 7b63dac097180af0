import type pg from 'pg';

/** What the database's catalogue says about the schema, as far as it decides about distribution. */
export interface Catalogue {
  tables: string[];
  /** Those of them that are partitioned. */
  partitioned: string[];
  keys: UniqueKey[];
  foreignKeys: ForeignKey[];
  triggers: { table: string; name: string }[];
  identities: Identity[];
}

export interface Identity {
  table: string;
  column: string;
  sequence: string;
}

export interface UniqueKey {
  /** Of a partition's key, the table that it is part of. */
  table: string;
  /** The index; a constraint has the same name. */
  name: string;
  kind: 'primary' | 'constraint' | 'index';
  /** Null for an expression. */
  columns: (string | null)[];
  definition: string;
}

export interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  definition: string;
}

const OWN_TABLE = `relkind IN ('r', 'p') AND NOT relispartition AND nspname IN ('public', 'ledger')
  AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`;
const TABLES = `own AS (
  SELECT pg_class.oid, relkind, CASE nspname WHEN 'public' THEN '' ELSE nspname || '.' END || relname AS name
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE ${OWN_TABLE})`;
const listColumns = (table: string, numbers: string) => `(
  SELECT array_agg(attname::text ORDER BY position) FROM unnest(${numbers}) WITH ORDINALITY AS part (number, position)
  LEFT JOIN pg_attribute ON attrelid = ${table} AND attnum = part.number AND part.number > 0)`;

/** Reads the catalogue. Names are without schema in `public`. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const list = async <Row extends object>(statement: string): Promise<Row[]> =>
    (await client.query<Row>(`WITH ${TABLES} ${statement}`)).rows;
  const tables = await list<{ name: string; partitioned: boolean }>(
    `SELECT name, relkind = 'p' AS partitioned FROM own ORDER BY name`,
  );
  return {
    tables: tables.map(({ name }) => name),
    partitioned: tables.filter(({ partitioned }) => partitioned).map(({ name }) => name),
    keys: await list<UniqueKey>(`
      SELECT own.name AS table, index.relname::text AS name,
        CASE WHEN indisprimary THEN 'primary' WHEN pg_constraint.oid IS NULL THEN 'index' ELSE 'constraint' END AS kind,
        ${listColumns('indrelid', '(indkey::int2[])[0:indnkeyatts - 1]')} AS columns, pg_get_indexdef(indexrelid) AS definition
      FROM pg_index LEFT JOIN pg_inherits ON inhrelid = indrelid
      JOIN own ON own.oid IN (indrelid, inhparent) JOIN pg_class index ON index.oid = indexrelid
      LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')
      WHERE indisunique ORDER BY 1, 2`),
    foreignKeys: await list<ForeignKey>(`
      SELECT conname::text AS name, own.name AS table, ${listColumns('conrelid', 'conkey')} AS columns,
        target.name AS target, ${listColumns('confrelid', 'confkey')} AS "targetColumns",
        pg_get_constraintdef(pg_constraint.oid) AS definition
      FROM pg_constraint JOIN own ON own.oid = conrelid JOIN own target ON target.oid = confrelid
      WHERE contype = 'f' AND conparentid = 0 ORDER BY 2, 1`),
    triggers: await list<{ table: string; name: string }>(`
      SELECT own.name AS table, tgname::text AS name FROM pg_trigger JOIN own ON own.oid = tgrelid
      WHERE NOT tgisinternal ORDER BY 1, 2`),
    identities: await list<Identity>(`
      SELECT own.name AS table, attname::text AS column, sequence.relname::text AS sequence
      FROM pg_attribute JOIN own ON own.oid = attrelid
      JOIN pg_depend ON refobjid = attrelid AND refobjsubid = attnum AND deptype = 'i'
      JOIN pg_class sequence ON sequence.oid = objid AND sequence.relkind = 'S'
      WHERE attidentity <> '' ORDER BY 1, 2`),
  };
}
