/** The SQLSTATE of a database error. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Did this insert violate that unique index or constraint? */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (getSqlState(error) !== '23505' || !(error instanceof Error)) return false;
  // Citus names the part of the table, by a number at the end, and of another node in the message alone.
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  const name = named ?? /unique constraint "([^"]+)"/.exec(error.message)?.[1] ?? '';
  return name === constraint || name.replace(/_\d{6,}$/, '') === constraint;
}
