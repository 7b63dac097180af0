import { BATCH_MAX } from '../../../server/src/platform/outbox/batch.ts';
import type { Inputs } from './inputs.ts';
import { sumFlows, type Load } from './load.ts';
import { GB_A_CPU, LARGEST_CPUS, type Machines } from './machines.ts';
import { MEASURED } from './service-times.ts';
import type { Storage } from './storage.ts';

const NIGHT_HOURS = 1;

export interface Limit {
  name: string;
  use: number;
  capacity: number;
  unit: string;
  /** How many people reach it, when everything grows with them. */
  people: number;
  sign: string;
  remedy: string;
}

/** What is reached first comes first. */
export function calculateLimits(inputs: Inputs, load: Load, storage: Storage, machines: Machines): Limit[] {
  const { relay } = MEASURED.times;
  const messages = sumFlows(load.messages).peakASecond;
  const notices = sumFlows(load.notices).peakASecond;
  // A notice has its task, a live event and its messages; a change has a task and an event.
  const outboxRows = 2 * notices + messages + 2 * load.changes.peakASecond;
  const limit = (
    name: string,
    unit: string,
    { use, capacity }: { use: number; capacity: number },
    { sign, remedy }: { sign: string; remedy: string },
  ): Limit => ({ name, unit, use, capacity, people: (inputs.people * capacity) / use, sign, remedy });
  return [
    limit(
      'look-ups of payments at the gateway',
      'a minute at the peak',
      { use: load.fundings.peakASecond * 60, capacity: inputs.gatewayReadsAMinute },
      {
        sign: 'answers 429 of the provider (`fws_provider_requests`); money tasks that are postponed',
        remedy:
          'a contract with a higher limit, before the launch; a second provider for a part of the orders',
      },
    ),
    limit(
      'orders created at the gateway',
      'a minute at the peak',
      { use: load.fundings.peakASecond * 60, capacity: inputs.gatewayCreatesAMinute },
      { sign: 'the same', remedy: 'the same' },
    ),
    limit(
      'tasks that wait for vendors, with the default settings',
      'at once at the peak',
      { use: machines.places, capacity: inputs.defaultWorkers * inputs.defaultConcurrency },
      {
        sign: 'age of the oldest due task (`fws_queue_oldest_due_seconds`) while the workers use little processor',
        remedy: '`QUEUE_CONCURRENCY` 20, then more workers',
      },
    ),
    limit(
      'search index in a web process',
      'MB',
      { use: (load.openJobs * inputs.searchKbAJob) / 1000, capacity: inputs.searchLimitMb },
      {
        sign: '`fws_process_resident_memory_bytes` of a web process',
        remedy:
          'fewer processes on larger machines; then separate search processes, or an index for each Indian state',
      },
    ),
    limit(
      'database on one volume',
      'GB',
      { use: storage.databaseGb * inputs.diskFactor, capacity: inputs.volumeGb },
      {
        sign: 'free space of the disk of the database',
        remedy: 'several volumes joined as one; partitions by month, the old ones in the archive',
      },
    ),
    limit(
      'memory of one primary',
      'GB',
      { use: machines.hotGb, capacity: LARGEST_CPUS * GB_A_CPU },
      {
        sign: 'more blocks read from disk, a smaller share of buffer hits',
        remedy: 'partitions; larger machines than this price list has',
      },
    ),
    limit(
      'processor of one primary',
      'cores at the peak',
      { use: machines.databaseCores, capacity: LARGEST_CPUS * inputs.coreOfVcpu * 0.7 },
      {
        sign: 'processor of the primary over 70%',
        remedy: 'lists, search and public pages from replicas (`REPLICA_URL`); then Citus',
      },
    ),
    limit(
      'writes of the ledger on one primary',
      'transactions a second at the peak',
      { use: load.ledgerTransactions.peakASecond, capacity: inputs.ledgerPerSecond },
      {
        sign: '`fws_http_request_duration_seconds` of the release',
        remedy: 'faster cores and disks; Citus does not help, because the ledger stays on one writer',
      },
    ),
    limit(
      'live streams',
      'open at the peak',
      { use: load.streamsAtPeak, capacity: machines.webProcesses * inputs.streamsAProcess },
      { sign: 'open streams of a process (`fws_event_streams`)', remedy: 'more web processes' },
    ),
    limit(
      'pace of the relay',
      'rows a second at the peak',
      { use: outboxRows, capacity: (BATCH_MAX / (relay.fixedMs + BATCH_MAX * relay.rowMs)) * 1000 },
      { sign: '`fws_outbox_oldest_seconds`', remedy: 'several relays, each for a part of the keys' },
    ),
    limit(
      'nightly seal and proofs within an hour',
      'entries a day',
      {
        use: load.ledgerEntries.aDay,
        capacity: ((NIGHT_HOURS * 3600) / inputs.nightSecondsPer100k) * 100_000,
      },
      {
        sign: '`fws_task_duration_seconds` of the nightly tasks',
        remedy: 'check the invariants on a replica',
      },
    ),
  ].toSorted((a, b) => a.people - b.people);
}
