import { sql } from 'kysely';

/** A list of values inside the SQL text, for a condition of a partial index: the planner does not match parameters. */
export const toLiterals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
