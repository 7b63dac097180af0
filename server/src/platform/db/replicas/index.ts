import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import type { Log } from '../../log.ts';
import { processMetrics } from '../../metrics.ts';
import { runStatement, type Db } from '../index.ts';
import { findLatest, PRIMARY_ONLY, type LogPosition } from './position.ts';
import { PrimaryWatch } from './primary.ts';
import { createCheckedReadDb, type Statement } from './read-db.ts';
import { Replica } from './replica.ts';

export { findLatest, isLogPosition, NO_POSITION, PRIMARY_ONLY, type LogPosition } from './position.ts';

export interface ReplicaOptions {
  /** The primary. */
  db: Db;
  databaseUrl: string;
  replicaUrls: readonly string[];
  replicaMaxLagMs: number;
  databasePoolSize: number;
  namedStatements: boolean;
  databaseSilentMs: number;
  log: Log;
  /** Nothing is read as it was before somebody was suspended, however far a replica may lag. */
  offers: { readonly position: LogPosition };
}

/** Where calls that may lag read. */
export interface Replicas {
  /** False when none are configured. */
  exist: boolean;
  /** A database for the reads of one request, which sees everything up to this position. */
  choose(needed: LogPosition): Db;
  close(): Promise<void>;
}

/** Servers are asked this many times within the lag that is allowed. */
const ASKED_PER_LAG = 4;
const ASKED_EVERY_MAX_MS = 1_000;
const SILENT_AFTER_MS = 750;
const READ_WITHIN_MS = 5_000;

const reads = new Counter({
  name: 'fws_reads',
  help: 'Statements of calls that may read from a replica, by who answered',
  labelNames: ['source'],
  registers: [processMetrics],
});
const lag = new Gauge({
  name: 'fws_replica_lag_seconds',
  help: 'How old the data of the replica may be',
  labelNames: ['replica'],
  registers: [processMetrics],
});
const inUse = new Gauge({
  name: 'fws_replica_in_use',
  help: '1 while calls may read from the replica',
  labelNames: ['replica'],
  registers: [processMetrics],
});

export function openReplicas(options: ReplicaOptions): Replicas {
  const { replicaUrls, replicaMaxLagMs: maxLagMs, namedStatements, log } = options;
  const readAtPrimary = (statement: Statement) => {
    reads.inc({ source: 'primary' });
    return runStatement(options.db, statement);
  };
  const atPrimary = createCheckedReadDb(readAtPrimary, namedStatements);
  if (replicaUrls.length === 0)
    return { exist: false, choose: () => atPrimary, close: () => Promise.resolve() };

  const primary = new PrimaryWatch(options.databaseUrl, { maxLagMs, withinMs: SILENT_AFTER_MS });
  const replicas = replicaUrls.map(
    (url) =>
      new Replica({
        url,
        poolSize: options.databasePoolSize,
        namedStatements,
        silentAfterMs: SILENT_AFTER_MS,
        readWithinMs: Math.min(READ_WITHIN_MS, options.databaseSilentMs / 2),
        primary,
        log,
      }),
  );
  const stopping = new AbortController();
  const everyMs = Math.min(maxLagMs / ASKED_PER_LAG, ASKED_EVERY_MAX_MS);

  /** One after the other would let a silent server delay the others. */
  async function repeat(watch: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      await watch();
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const watching = [
    repeat(() => primary.ask()),
    ...replicas.map((replica) =>
      repeat(async () => {
        await replica.watch();
        inUse.set({ replica: replica.name }, replica.isInUse ? 1 : 0);
        if (replica.lagMs !== null) lag.set({ replica: replica.name }, replica.lagMs / 1000);
      }),
    ),
  ];

  const readFrom = (replica: Replica, needed: LogPosition) =>
    createCheckedReadDb(async (statement) => {
      const result = replica.isInUse ? await replica.read(statement, needed) : null;
      if (result === null) return readAtPrimary(statement);
      reads.inc({ source: 'replica' });
      return result;
    }, namedStatements);

  let turn = 0;
  return {
    exist: true,
    choose(needed) {
      if (needed === PRIMARY_ONLY) return atPrimary;
      const usable = replicas.filter(({ isInUse }) => isInUse);
      const replica = usable[turn++ % usable.length];
      const position = findLatest([needed, options.offers.position]);
      return replica ? readFrom(replica, primary.toRecordEnd(position)) : atPrimary;
    },
    async close() {
      stopping.abort();
      primary.close();
      await Promise.all(replicas.map((replica) => replica.close()));
      await Promise.all(watching);
    },
  };
}
