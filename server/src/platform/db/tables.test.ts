import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { API, type Checker, type Type, type TypeReference } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { Db } from './index.ts';

// The row types are written by hand, because they say more than the database knows (a union of states, a JSON's
// shape). This test compares what both know: tables, columns, kinds, nulls, and what an insert may omit.

const TABLES = fileURLToPath(new URL('tables.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Kysely's own, and those that are written and read by SQL. */
const WITHOUT_ROW_TYPE = [
  'kysely_migration',
  'state_change',
  'outbox',
  'outbox_lease',
  'monthly_table',
  'month_partition',
  'notification_key',
  'provider_event_key',
];

/** Where a row type is stricter about inserts than the database, on purpose. */
const STRICTER_INSERTS: Record<string, Column['insert']> = {
  'audit_log.details': 'required',
  'owner_alert.facts': 'required',
  'security_event.details': 'required',
  'idempotency_key.answer': 'required',
  // A run is inserted before it has a result.
  'books_run.result': 'never',
};

/** A domain may add the types of its rows to `Database` in its `tables.ts`. */
const listDomainTables = (): string[] => {
  const folder = path.join(ROOT, 'server/src/domains');
  return readdirSync(folder)
    .map((domain) => path.join(folder, domain, 'tables.ts'))
    .filter((file) => existsSync(file));
};

type Kind = 'text' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'text[]' | 'json';
interface Column {
  kind: string;
  nullable: boolean;
  /** How an insert gives it a value: it must, it may, or it may not. */
  insert: 'required' | 'optional' | 'never';
}
/** By "table.column". */
type Columns = Record<string, Column>;

/** As `createDb` parses them: a bigint arrives as a number, a date as a calendar string. */
const KINDS: Record<string, Kind> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'text',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'json',
  jsonb: 'json',
  text: 'text',
  _text: 'text[]',
  timestamptz: 'Date',
  tsvector: 'text',
  uuid: 'text',
};

async function readCatalogue(db: Db): Promise<Columns> {
  const { rows } = await sql<{
    name: string;
    type: string;
    nullable: boolean;
    generated: boolean;
    has_default: boolean;
  }>`
    SELECT class.relname || '.' || attname AS name, type.typname AS type, NOT attnotnull AS nullable,
      attgenerated <> '' AS generated, atthasdef OR attidentity <> '' AS has_default
    FROM pg_attribute
    JOIN pg_class AS class ON class.oid = attrelid
    JOIN pg_type AS type ON type.oid = atttypid
    WHERE class.relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped AND class.relname <> ALL (${WITHOUT_ROW_TYPE})`.execute(db);
  return Object.fromEntries(
    rows.map(({ name, type, nullable, generated, has_default: hasDefault }) => [
      name,
      {
        kind: KINDS[type] ?? `unknown to this test: ${type}`,
        nullable,
        insert:
          STRICTER_INSERTS[name] ?? (generated ? 'never' : hasDefault || nullable ? 'optional' : 'required'),
      },
    ]),
  );
}

/** The columns of the interface `Database`, as the type checker resolves them. */
function readRowTypes(): Columns {
  const folder = mkdtempSync(path.join(tmpdir(), 'fws-row-types-'));
  const config = path.join(folder, 'tsconfig.json');
  const compilerOptions = { typeRoots: [path.join(ROOT, 'node_modules/@types')], types: ['node'] };
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(ROOT, 'tsconfig.base.json'),
      compilerOptions,
      files: [TABLES, ...listDomainTables()],
    }),
  );
  const api = new API({ cwd: ROOT });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const file = project?.program.getSourceFile(TABLES);
    if (!project || !file) throw new Error('the type checker does not find the row types');
    const { checker } = project;
    const database = checker
      .getExportsOfModule(checker.getSymbolAtLocation(file)!)
      .find(({ name }) => name === 'Database')!;
    const columns: Columns = {};
    for (const [table, row] of listMembers(checker, checker.getDeclaredTypeOfSymbol(database)))
      for (const [name, type] of listMembers(checker, row))
        columns[`${table}.${name}`] = toColumn(checker, type);
    return columns;
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

const listMembers = (checker: Checker, type: Type): [name: string, type: Type][] =>
  checker.getPropertiesOfType(type).map((member) => [member.name, checker.getTypeOfSymbol(member)!]);

/** Kysely's `ColumnType` and `Generated` keep what is read and what is inserted in these members. */
function toColumn(checker: Checker, type: Type): Column {
  const members = new Map(listMembers(checker, type));
  const selected = members.get('__select__') ?? type;
  const inserted = members.get('__insert__') ?? type;
  const accepts = (target: Type, source: Type) => checker.isTypeAssignableTo(source, target);
  const canOmit = accepts(inserted, checker.getUndefinedType()) || accepts(inserted, checker.getNullType());
  const isNever = accepts(checker.getNeverType(), inserted);
  return {
    kind: toKind(checker, checker.getNonNullableType(selected) ?? selected),
    nullable: accepts(selected, checker.getNullType()),
    insert: isNever ? 'never' : canOmit ? 'optional' : 'required',
  };
}

function toKind(checker: Checker, type: Type): Kind {
  if (checker.isTypeAssignableTo(type, checker.getStringType())) return 'text';
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return 'number';
  if (checker.isTypeAssignableTo(type, checker.getBooleanType())) return 'boolean';
  const name = type.getSymbol()?.name;
  if (name === 'Date' || name === 'Buffer') return name;
  if (!checker.isArrayType(type)) return 'json';
  const [item] = checker.getTypeArguments(type as TypeReference);
  return item && checker.isTypeAssignableTo(item, checker.getStringType()) ? 'text[]' : 'json';
}

test('the row types match the migrated database', async () => {
  const database = await createTestDatabase();
  try {
    expect(readRowTypes()).toEqual(await readCatalogue(database.db));
  } finally {
    await database.close();
  }
});

test('every table and view says in a comment what it is for', async () => {
  const database = await createTestDatabase();
  try {
    const { rows } = await sql<{ name: string }>`
      SELECT oid::regclass::text AS name FROM pg_class
      WHERE relnamespace::regnamespace::text IN ('public', 'ledger') AND relkind IN ('r', 'p', 'v')
        AND NOT relispartition AND obj_description(oid, 'pg_class') IS NULL
      ORDER BY 1`.execute(database.db);
    expect(rows).toEqual([]);
  } finally {
    await database.close();
  }
});
