import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Ports } from '../ports/index.ts';
import type { Db } from './db/index.ts';
import type { AdminGuard, Authenticator, Caller } from './http/auth.ts';
import type { CallSettings } from './http/calls.ts';
import type { Route } from './http/route.ts';
import type { Tasks } from './jobs/index.ts';
import type { Keyring } from './keys.ts';
import type { Log } from './log.ts';
import type { SealedColumn } from './reseal.ts';

/** What a domain works with; chosen in `compose.ts`. */
export interface Deps {
  db: Db;
  ports: Ports;
  config: Config;
  keyring: Keyring;
  log: Log;
}

/** May this caller read the files that belong to that job, quote, …? */
export type FileAccess = (db: Db, caller: Caller, subjectId: number) => Promise<boolean>;

/** What a domain gives the product. Leave out what it does not have. */
export interface Domain {
  name: string;
  routes?: (deps: Deps) => Route[];
  tasks?: (deps: Deps) => Tasks;
  /** Lines of a crontab ("* * * * * task"), in UTC. */
  crontab?: readonly string[];
  /** What this domain keeps sealed, for the task that seals it anew after a rotation of keys. */
  sealedColumns?: readonly SealedColumn[];
  /** Who may read files of a subject this domain owns. */
  fileAccess?: Record<string, FileAccess>;
  /** What is no call of the API: webhooks, pages, downloads. */
  http?: (
    app: FastifyInstance,
    deps: Deps,
    settings: CallSettings & { fileAccess: Record<string, FileAccess> },
  ) => void | Promise<void>;
  authenticator?: (deps: Deps) => Authenticator;
  adminGuard?: (deps: Deps) => AdminGuard;
}
