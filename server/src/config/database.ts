import * as z from 'zod';
import type { Faults } from './faults.ts';
import { onOrOff } from './settings.ts';
import { replicaUrls } from './process.ts';
import { DEFAULT_SESSION, type SessionSettings } from '../platform/db/roles.ts';

/** How the product uses its database; process.ts sets which database. */
export const databaseEnvironment = {
  // A request may read while its transaction is open: with one connection it would wait for itself.
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(1000).default(16),
  QUEUE_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(4),
  DATABASE_STATEMENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .max(3_600_000)
    .default(DEFAULT_SESSION.statementTimeoutMs),
  DATABASE_LOCK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(DEFAULT_SESSION.lockTimeoutMs),
  DATABASE_NAMED_STATEMENTS: onOrOff.default(true),
  REPLICA_URL: replicaUrls.default([]),
  // Clients that have missed events read from the primary for longer than this.
  REPLICA_MAX_LAG_MS: z.coerce.number().int().min(200).max(10_000).default(1_000),
};

type DatabaseValues = {
  [Name in keyof typeof databaseEnvironment]: z.output<(typeof databaseEnvironment)[Name]>;
};

/** Initial settings of the product logins' sessions. Migrations set them, and every start checks them. */
export function readSessionSettings(env: DatabaseValues, faults: Faults): SessionSettings {
  const { DATABASE_STATEMENT_TIMEOUT_MS: statementTimeoutMs, DATABASE_LOCK_TIMEOUT_MS: lockTimeoutMs } = env;
  if (lockTimeoutMs >= statementTimeoutMs)
    faults.add(
      'DATABASE_LOCK_TIMEOUT_MS',
      `must be less than DATABASE_STATEMENT_TIMEOUT_MS (${statementTimeoutMs}), which would always end the wait first`,
    );
  return { statementTimeoutMs, lockTimeoutMs };
}

export const readDatabaseSettings = (env: DatabaseValues, faults: Faults) => ({
  /** Connections per process with the application's login. */
  databasePoolSize: env.DATABASE_POOL_SIZE,
  /** Tasks that one worker runs at once. */
  queueConcurrency: env.QUEUE_CONCURRENCY,
  /** A pooler may give each statement another connection, which lacks the statements prepared before. */
  namedStatements: env.DATABASE_NAMED_STATEMENTS,
  replicaUrls: env.REPLICA_URL,
  /** No read is from a replica that lacks what was committed this long ago. */
  replicaMaxLagMs: env.REPLICA_MAX_LAG_MS,
  sessionSettings: readSessionSettings(env, faults),
});
