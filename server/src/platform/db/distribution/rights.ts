import type pg from 'pg';

/** What a role other than the owner may do with a table, one of its columns, or a sequence. */
interface Right {
  /** Quoted, with its schema. */
  object: string;
  kind: 'TABLE' | 'SEQUENCE';
  column: string | null;
  grantee: string;
  privilege: string;
}

const LIST = `
  SELECT format('%I.%I', nspname, relname) AS object, CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
    given.column, quote_ident(rolname) AS grantee, given.privilege
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  CROSS JOIN LATERAL (
    SELECT NULL::text AS column, grantee, privilege_type AS privilege FROM aclexplode(relacl)
    UNION ALL
    SELECT quote_ident(attname), acl.grantee, acl.privilege_type
    FROM pg_attribute CROSS JOIN LATERAL aclexplode(attacl) acl WHERE attrelid = pg_class.oid AND NOT attisdropped
  ) given
  JOIN pg_roles ON pg_roles.oid = given.grantee
  WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'S') AND given.grantee <> relowner
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
  ORDER BY 1, 3, 4, 5`;

export const listRights = async (client: pg.ClientBase): Promise<Right[]> =>
  (await client.query<Right>(LIST)).rows;

/**
 * Citus makes a new table of the same name, which gets the rights that new tables have by default, and not those of
 * columns. Returns the statements that lead back to the former rights. A right to insert some columns becomes one to insert
 * rows, because Citus inserts all columns, the ids too.
 */
export function planRights(given: readonly Right[], after: readonly Right[]): string[] {
  const isOfColumns = ({ privilege, column }: Right) => privilege === 'INSERT' && column !== null;
  const before = given.map((right) => (isOfColumns(right) ? { ...right, column: null } : right));
  const toKey = (right: Right) => JSON.stringify(right);
  const [former, present] = [new Set(before.map(toKey)), new Set(after.map(toKey))];
  const describe = ({ object, kind, column, privilege }: Right) =>
    `${privilege}${column === null ? '' : ` (${column})`} ON ${kind} ${object}`;
  const extra = after.filter((right) => !former.has(toKey(right)) && !isOfColumns(right));
  // Revoking a right on a table revokes it on its columns too.
  const widened = new Set(given.filter(isOfColumns).map(({ object, grantee }) => `${object} ${grantee}`));
  const isLost = (right: Right) =>
    !present.has(toKey(right)) ||
    // The new table may have it, and the part that has its rows not.
    (right.privilege === 'INSERT' && widened.has(`${right.object} ${right.grantee}`)) ||
    extra.some(
      ({ object, grantee, privilege, column }) =>
        column === null &&
        object === right.object &&
        grantee === right.grantee &&
        privilege === right.privilege,
    );
  return [
    ...extra.map((right) => `REVOKE ${describe(right)} FROM ${right.grantee}`),
    ...new Set(before.filter(isLost).map((right) => `GRANT ${describe(right)} TO ${right.grantee}`)),
  ];
}
