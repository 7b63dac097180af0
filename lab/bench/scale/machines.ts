import { OUTSIDE_CHANNELS } from '@fws/contract/notifications/channels';
import { formatNumber } from './format.ts';
import { readLatencies, REQUEST_KINDS, type Inputs } from './inputs.ts';
import { sumFlows, type Load } from './load.ts';
import { MEASURED } from './service-times.ts';
import type { Storage } from './storage.ts';

const VM_SIZES = [2, 4, 8, 16, 32] as const;
type VmCpus = (typeof VM_SIZES)[number];
export const LARGEST_CPUS = 32;
export const GB_A_CPU = 4;
/** Tasks at once that one process is set to here, and processes on a machine: one for each vCPU. */
const WORKER_CONCURRENCY = 20;
const WORKER_CPUS = 2;
const WEB_CPUS = 4;
export const DATABASE = 'PostgreSQL: primary, synchronous standby, asynchronous standby';

interface Part {
  name: string;
  /** What decides the number, as a sum that can be checked. */
  why: string;
  machines: number;
  cpus: VmCpus;
  diskGb: number;
}

export interface Machines {
  parts: Part[];
  webCores: number;
  workerCores: number;
  databaseCores: number;
  /** Tasks that wait for their vendors at the same time. */
  places: number;
  hotGb: number;
  webProcesses: number;
  webProcessMb: number;
}

export function calculateMachines(inputs: Inputs, load: Load, storage: Storage): Machines {
  const requestCost = (name: 'nodeMs' | 'databaseMs') =>
    REQUEST_KINDS.reduce((sum, kind) => sum + kind.share * kind[name], 0);
  const { notify, deliver } = MEASURED.times;
  const notices = sumFlows(load.notices).peakASecond;
  const money =
    load.fundings.peakASecond +
    load.releases.peakASecond +
    load.withdrawals.peakASecond +
    load.codes.peakASecond;
  const messages = sumFlows(load.messages).peakASecond;

  const webCores =
    (load.requests.peakASecond * requestCost('nodeMs') +
      load.logins.peakASecond * inputs.loginNodeMs +
      load.publicPages.peakASecond * inputs.publicNodeMs) /
    1000;
  const workerCores = ((notices + money) * notify.nodeMs + messages * deliver.nodeMs) / 1000;
  const databaseCores =
    (load.requests.peakASecond * requestCost('databaseMs') +
      load.logins.peakASecond * inputs.loginDatabaseMs +
      load.publicPages.peakASecond * inputs.publicDatabaseMs +
      (notices + money) * notify.databaseMs +
      messages * deliver.databaseMs) /
    1000;
  const latencyMs = readLatencies(inputs);
  const places =
    (OUTSIDE_CHANNELS.reduce(
      (sum, channel) => sum + load.messages[channel].peakASecond * latencyMs[channel],
      0,
    ) +
      money * inputs.moneyLatencyMs) /
    1000;

  /** As many that the others carry the peak when a zone is lost. */
  const countAcrossZones = (need: number, each: number): number =>
    inputs.zones * Math.max(1, Math.ceil(need / ((inputs.zones - 1) * each)));
  const toVcpus = (cores: number): number => cores / inputs.coreOfVcpu / inputs.useAtPeak;
  const web = countAcrossZones(toVcpus(webCores), WEB_CPUS);
  const webProcesses = web * WEB_CPUS;
  const webProcessMb =
    inputs.processMb +
    (load.openJobs * inputs.searchKbAJob + (load.streamsAtPeak / webProcesses) * inputs.streamKb) / 1000;
  const worker = Math.max(
    countAcrossZones(toVcpus(workerCores), WORKER_CPUS),
    countAcrossZones(places / inputs.useAtPeak, WORKER_CPUS * WORKER_CONCURRENCY),
  );
  const hotGb = storage.databaseGb * inputs.hotShare;
  const databaseNeed = Math.max(toVcpus(databaseCores), hotGb / GB_A_CPU);
  const databaseCpus = VM_SIZES.find((cpus) => cpus >= databaseNeed) ?? LARGEST_CPUS;
  // Citus shares the database among several primaries when one is not enough.
  const databaseShards = Math.max(1, Math.ceil(databaseNeed / LARGEST_CPUS));

  const databaseDiskGb = storage.databaseGb * inputs.diskFactor;
  const part = (name: string, why: string, machines: number, cpus: VmCpus, diskGb = 50): Part => ({
    name,
    why,
    machines,
    cpus,
    diskGb,
  });
  const parts = [
    part(
      'web',
      `${formatNumber(webCores)} cores at the peak = ${formatNumber(toVcpus(webCores))} vCPU; ${formatNumber(webProcessMb)} MB a process`,
      web,
      WEB_CPUS,
    ),
    part(
      'worker',
      `${formatNumber(workerCores)} cores = ${formatNumber(toVcpus(workerCores))} vCPU; ${formatNumber(places)} tasks wait for vendors at once, ${WORKER_CONCURRENCY} a process`,
      worker,
      WORKER_CPUS,
    ),
    part(
      DATABASE,
      `${formatNumber(databaseCores)} cores = ${formatNumber(toVcpus(databaseCores))} vCPU; ${formatNumber(hotGb)} GB in memory`,
      3 * databaseShards,
      databaseCpus,
      databaseDiskGb / databaseShards,
    ),
    part('replicas for reads', 'none: the asynchronous standby answers them (`REPLICA_URL`)', 0, 2),
    part('etcd', 'three members for a majority', 3, 2),
    part('PgBouncer and HAProxy', 'one in each zone', inputs.zones, 2),
    part('Valkey or Redis', 'one in each zone, two of them replicas', inputs.zones, 2),
    part('nginx', 'one in each zone', inputs.zones, 2),
    part(
      'Prometheus, Grafana, traces, logs',
      'one: without it nobody sees metrics, but nothing stops',
      1,
      8,
      1000,
    ),
    part(
      'backups and proofs',
      'restores every backup and runs `ledger:verify` on it',
      1,
      databaseCpus,
      databaseDiskGb,
    ),
  ];
  return {
    parts,
    webCores,
    workerCores,
    databaseCores,
    places,
    hotGb,
    webProcesses,
    webProcessMb,
  };
}
