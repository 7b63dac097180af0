export type { Database } from './tables.ts';
export type { Db, Tx } from './types.ts';
export { nameStatements } from './checked-client.ts';
export { createDb, createReadDb, read, runStatement } from './database.ts';
export { getSqlState, isUniqueViolation } from './errors.ts';
export { createPool } from './pool.ts';
export { anyId, hidden, hideFromPlanner, prepared, runPrepared } from './prepared.ts';
export { afterCommit, beforeCommit, commitRefusal, inLongTx, inTx } from './transactions.ts';
