import type { Inputs } from './inputs.ts';
import { sumFlows, type Load } from './load.ts';
import { MEASURED } from './service-times.ts';

/**
 * A table with its indexes, in MB, in the three marketplaces of `bench:growth` (26 November 2026), and the rows of one of
 * their jobs. The bytes of a row are taken from the second, and the third checks them.
 */
export const GROWTH = [
  { table: 'job', rowsAJob: 1, mb: [9.1, 839.1, 8368.1], indexMb: 187.9 },
  { table: 'quote', rowsAJob: 4 / 3, mb: [4.6, 446.3, 4461.4], indexMb: 177.7 },
  { table: 'notification', rowsAJob: 1.3, mb: [3.7, 361.7, 3735.9], indexMb: 147.5 },
  { table: 'state_change', rowsAJob: 1.185, mb: [2.5, 247.9, 2486.5], indexMb: 114.1 },
  { table: 'ledger.txn', rowsAJob: 0.585, mb: [2.2, 210.7, 2108.8], indexMb: 96.2 },
  { table: 'ledger.entry', rowsAJob: 1.17, mb: [2.1, 201.1, 2007.5], indexMb: 120.2 },
  { table: 'escrow_order', rowsAJob: 0.3, mb: [1.1, 93.6, 934.3], indexMb: 55.1 },
  { table: 'ledger.account', rowsAJob: 0.4, mb: [1, 85.4, 875.9], indexMb: 40.7 },
  { table: 'contract', rowsAJob: 0.3, mb: [1.1, 86.6, 863.9], indexMb: 55.4 },
  { table: 'payment', rowsAJob: 0.3, mb: [0.8, 74.7, 802.2], indexMb: 45.7 },
  { table: 'user_account', rowsAJob: 0.1, mb: [1, 65.6, 646.7], indexMb: 28.4 },
  { table: 'milestone', rowsAJob: 0.3, mb: [0.6, 55.8, 557.7], indexMb: 15.5 },
  { table: 'session', rowsAJob: 0.1, mb: [0.4, 28.4, 280.9], indexMb: 14.9 },
  { table: 'file', rowsAJob: 0.1, mb: [0.4, 25.3, 247.2], indexMb: 12.5 },
] as const;
/** "All tables" of the same log: with those that are not listed. */
export const GROWTH_TOTAL_MB = [32.6, 2824.3, 28379] as const;
export const GROWTH_JOBS = [10_000, 1_000_000, 10_000_000] as const;

export type GrowthTable = (typeof GROWTH)[number]['table'];

const MB = 1e6;

export function calculateRowBytes(table: GrowthTable): number {
  const row = GROWTH.find((entry) => entry.table === table);
  if (!row) throw new Error(`${table} was not measured`);
  return (row.mb[1] * MB) / (row.rowsAJob * GROWTH_JOBS[1]);
}

interface TableSize {
  table: GrowthTable;
  rows: number;
  rowBytes: number;
  gb: number;
  /** Of these, in indexes. */
  indexGb: number;
}

export interface Storage {
  tables: TableSize[];
  totalGb: number;
  /** Without the notifications that are in the archive. */
  databaseGb: number;
  walGbADay: number;
  backupGb: number;
  photosGb: number;
}

export function calculateStorage(inputs: Inputs, load: Load): Storage {
  const rows = countRows(inputs, load);
  const tables = GROWTH.map(({ table, mb, indexMb }): TableSize => {
    const rowBytes = calculateRowBytes(table);
    const gb = (rows[table] * rowBytes) / 1e9;
    return { table, rows: rows[table], rowBytes, gb, indexGb: (gb * indexMb) / mb[1] };
  });
  const totalGb = tables.reduce((sum, { gb }) => sum + gb, 0);
  const notificationGb = tables.find(({ table }) => table === 'notification')?.gb ?? 0;
  const keptShare = Math.min(1, inputs.notificationMonths / (inputs.years * 12));
  const databaseGb = totalGb - notificationGb * (1 - keptShare);
  const { notify, deliver } = MEASURED.times;
  const notices = sumFlows(load.notices).aDay;
  const messages = sumFlows(load.messages).aDay;
  const walGbADay =
    ((load.changes.aDay * inputs.walAWriteBytes + notices * notify.walBytes + messages * deliver.walBytes) *
      inputs.walFullPages) /
    1e9;
  const backupGb =
    inputs.backupCompression * (databaseGb * inputs.backupFulls + walGbADay * inputs.backupLogDays);
  return {
    tables,
    totalGb,
    databaseGb,
    walGbADay,
    backupGb,
    photosGb: (load.storedGbADay / load.posts.aDay) * inputs.jobs,
  };
}

/** The rows of all jobs of the target. */
function countRows(inputs: Inputs, load: Load): Record<GrowthTable, number> {
  const awarded = inputs.jobs * inputs.awardedShare;
  const milestones = awarded * inputs.milestonesAJob;
  const days = inputs.years * 365;
  const photos = (load.photosStored.aDay / load.posts.aDay) * inputs.jobs;
  return {
    job: inputs.jobs,
    quote: inputs.jobs * inputs.quotesAJob,
    notification: sumFlows(load.notices).aDay * days,
    // Awarded, started, completed, funded, asked for and released.
    state_change: awarded + milestones * 6,
    'ledger.txn': load.ledgerTransactions.aDay * days,
    'ledger.entry': load.entries,
    escrow_order: milestones,
    'ledger.account': milestones + inputs.people,
    contract: awarded,
    payment: milestones,
    user_account: inputs.people,
    milestone: milestones,
    // In two browsers.
    session: inputs.people * inputs.monthlyActiveShare * 2,
    // In two sizes.
    file: 2 * photos,
  };
}
