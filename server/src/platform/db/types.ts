import type { Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** Reads take `Db | Tx`; writes take a `Tx`, so that nothing is written outside a transaction. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
