import pg from 'pg';

export type LoginKind = 'app' | 'queue';

/** Why a login has more rights than its part needs. */
export type LoginFault =
  | { reason: 'attribute'; attribute: RoleAttribute }
  /** It can become these roles. */
  | { reason: 'member'; roles: string[] }
  | { reason: 'owns'; objects: string[] }
  | { reason: 'creates'; places: string[] }
  | { reason: 'writes'; tables: string[] }
  | { reason: 'reads'; tables: string[] }
  /** Functions that run with their owner's rights (SECURITY DEFINER). */
  | { reason: 'executes'; functions: string[] };

export type RoleAttribute = 'SUPERUSER' | 'CREATEROLE' | 'CREATEDB' | 'REPLICATION' | 'BYPASSRLS';

/** Lists the rights that make this URL's login too strong for its part; empty when there are none. */
export async function findLoginFaults(url: string, kind: LoginKind): Promise<LoginFault[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'fws-logins' });
  client.on('error', () => {});
  await client.connect();
  try {
    const attributes = (await listNames(client, ATTRIBUTES)) as RoleAttribute[];
    // A superuser has every other right too: listing them would hide the cause.
    if (attributes.includes('SUPERUSER')) return [{ reason: 'attribute', attribute: 'SUPERUSER' }];
    const [writes, reads, executes] = QUERIES[kind];
    const faults: LoginFault[] = [
      ...attributes.map((attribute) => ({ reason: 'attribute' as const, attribute })),
      { reason: 'member', roles: await listNames(client, MEMBER_OF) },
      { reason: 'owns', objects: await listNames(client, OWNED) },
      { reason: 'creates', places: await listNames(client, CREATES_IN) },
      { reason: 'writes', tables: await listNames(client, writes) },
      { reason: 'reads', tables: await listNames(client, reads) },
      { reason: 'executes', functions: await listNames(client, executes) },
    ];
    return faults.filter((fault) => Object.values(fault).every((value) => value.length > 0));
  } finally {
    await client.end();
  }
}

async function listNames(client: pg.Client, query: string | null): Promise<string[]> {
  if (query === null) return [];
  const { rows } = await client.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

// All queries check the login itself (session_user), whatever role the session has taken since.

const ATTRIBUTES = `
  SELECT attribute AS name FROM pg_roles, LATERAL (VALUES
    ('SUPERUSER', rolsuper), ('CREATEROLE', rolcreaterole), ('CREATEDB', rolcreatedb),
    ('REPLICATION', rolreplication), ('BYPASSRLS', rolbypassrls)) AS given (attribute, has)
  WHERE rolname = session_user AND has`;

const MEMBER_OF = `
  SELECT rolname AS name FROM pg_roles
  WHERE rolname <> session_user AND pg_has_role(session_user, oid, 'MEMBER') ORDER BY 1`;

const OWNED = `
  SELECT owned.name FROM pg_roles, LATERAL (
    SELECT format('table %s', oid::regclass) FROM pg_class
      WHERE relowner = pg_roles.oid AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't'
    UNION ALL SELECT format('function %s', oid::regprocedure) FROM pg_proc WHERE proowner = pg_roles.oid
    UNION ALL SELECT format('schema %s', nspname) FROM pg_namespace
      WHERE nspowner = pg_roles.oid AND nspname !~ '^pg_(toast_)?temp_'
    UNION ALL SELECT format('database %s', datname) FROM pg_database WHERE datdba = pg_roles.oid
  ) AS owned (name)
  WHERE rolname = session_user ORDER BY 1`;

const OWN_SCHEMA = `nspname !~ '^pg_' AND nspname <> 'information_schema'`;

const CREATES_IN = `
  SELECT format('schema %s', nspname) AS name FROM pg_namespace
    WHERE ${OWN_SCHEMA} AND has_schema_privilege(session_user, oid, 'CREATE')
  UNION ALL SELECT format('database %s', current_database())
    WHERE has_database_privilege(session_user, current_database(), 'CREATE')
  ORDER BY 1`;

/** Objects of an extension are excluded: an extension installed by an operator grants its own rights to everybody. */
const excludeExtensions = (id: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE objid = ${id} AND deptype = 'e')`;

const buildTablesQuery = (condition: string) => `
  SELECT format('%I.%I', nspname, relname) AS name
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN_SCHEMA} AND ${excludeExtensions('pg_class.oid')}
    AND ${condition} ORDER BY 1`;

const buildPrivilegeCheck = (...privileges: string[]) => {
  const byColumn = privileges.filter((privilege) => /SELECT|INSERT|UPDATE/.test(privilege));
  return `(has_table_privilege(session_user, pg_class.oid, '${privileges.join(', ')}')
    OR has_any_column_privilege(session_user, pg_class.oid, '${byColumn.join(', ')}'))`;
};

const MAY_CHANGE = buildPrivilegeCheck('UPDATE', 'DELETE', 'TRUNCATE');
const MAY_WRITE = buildPrivilegeCheck('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE');
const BEYOND_QUEUE = `nspname <> 'graphile_worker'
  AND NOT (nspname = 'public' AND relname IN ('worker_heartbeat', 'outbox', 'outbox_lease'))`;

/** What each login must not write, read or execute with the owner's rights; null: nothing is forbidden. */
const QUERIES: Record<LoginKind, readonly [writes: string, reads: string | null, executes: string | null]> = {
  app: [
    buildTablesQuery(`(nspname IN ('ledger', 'graphile_worker') AND ${MAY_WRITE}
      OR nspname = 'public' AND (relname ~ '^(audit_log|state_change|security_event)' AND ${MAY_CHANGE}
        OR relname IN ('monthly_table', 'month_partition') AND ${MAY_WRITE}))`),
    null,
    null,
  ],
  queue: [
    buildTablesQuery(`${BEYOND_QUEUE} AND ${MAY_WRITE}`),
    buildTablesQuery(`${BEYOND_QUEUE} AND ${buildPrivilegeCheck('SELECT')}`),
    `SELECT format('%I.%I', nspname, proname) AS name
     FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
     WHERE prosecdef AND ${OWN_SCHEMA} AND ${excludeExtensions('pg_proc.oid')}
       AND has_schema_privilege(session_user, pronamespace, 'USAGE')
       AND has_function_privilege(session_user, pg_proc.oid, 'EXECUTE') ORDER BY 1`,
  ],
};
