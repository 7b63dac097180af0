import type { FastifyInstance } from 'fastify';
import type { CallTranslation } from '../legacy/translation.ts';
import type { Db } from './db/index.ts';
import type { AdminGuard, Authenticator, Caller } from './caller.ts';
import type { Replicas } from './db/replicas/index.ts';
import type { Deps } from './deps.ts';
import type { CallSettings } from './http/calls.ts';
import type { Route } from './http/route.ts';
import type { Limit } from './limits.ts';
import type { CronLine, TaskPriorities, Tasks } from './queue/index.ts';
import type { SealedColumn } from './reseal.ts';
import type { Tables } from './tables.ts';

/** May this caller read the files of that job, quote, …? */
export type FileAccess = (db: Db, caller: Caller, subjectId: number) => Promise<boolean>;

/** The manifest of a domain: what it registers with the product. Omit what it does not have. */
export interface Domain {
  name: string;
  /** The domains whose `index.ts` it may import (scripts/boundaries reads this line). */
  imports: readonly string[] | 'all';
  /** Of its calls, for clients that use the names and formats of the specification. */
  translations?: readonly CallTranslation[];
  /** Its tables: where their rows are, and what their columns hold. */
  tables?: Tables;
  /**
   * Which kind of object a field of its calls names, by the field's name, or by `<call>.<field>` where the same name means
   * something else in one call. `null`: the field looks like an id, but names nobody's object. The tests of access send
   * ids of other people's objects in these fields (server/test/access).
   */
  objects?: Readonly<Record<string, string | null>>;
  /** Its rate limits. */
  limits?: Readonly<Record<string, Limit>>;
  routes?: (deps: Deps) => Route[];
  tasks?: (deps: Deps) => Tasks;
  /** Of the tasks that do not run in the order in which they became due. */
  taskPriorities?: TaskPriorities;
  /** Crontab lines ("* * * * * task"), in UTC. */
  crontab?: readonly CronLine[];
  /** The columns that this domain seals, for the task that seals them again after a key rotation. */
  sealedColumns?: readonly SealedColumn[];
  /** Who may read the files of a subject that this domain owns. */
  fileAccess?: Record<string, FileAccess>;
  /** Routes that are not calls of the API: webhooks, pages, downloads. */
  http?: (
    app: FastifyInstance,
    deps: Deps,
    settings: CallSettings & { fileAccess: Record<string, FileAccess>; replicas: Replicas },
  ) => void | Promise<void>;
  authenticator?: (deps: Deps) => Authenticator;
  adminGuard?: (deps: Deps) => AdminGuard;
}
