import type { Domain } from '../platform/domain.ts';
import { openMonths, type ArchivePolicy, type MonthPartition } from '../platform/months/index.ts';
import { defineTasks, noPayload, type Payloads } from '../platform/queue/index.ts';
import { entryArchivePolicy } from './ledger/index.ts';

interface ArchivableTable extends ArchivePolicy {
  /** A month is archived so many months after its end at the earliest. */
  minimumAgeMonths: number;
}

/** Tables whose months can be archived. An operator does it; nothing is archived by itself. */
export const ARCHIVABLE_TABLES: Readonly<Record<string, ArchivableTable>> = {
  // Accounts are kept in full for eight financial years (Companies Act, 2013, section 128).
  'ledger.entry': { ...entryArchivePolicy, minimumAgeMonths: 96 },
  // What the entries came from, and who decided.
  'public.state_change': { orderBy: ['id'], minimumAgeMonths: 96 },
  'public.audit_log': { orderBy: ['id'], minimumAgeMonths: 96 },
  'public.notification': { orderBy: ['id'], minimumAgeMonths: 12 },
};

/** `today` is a day in India. */
export function isOldEnough({ tableName, ends }: MonthPartition, today: string): boolean {
  const age = ARCHIVABLE_TABLES[tableName]?.minimumAgeMonths;
  return age !== undefined && countMonths(ends, today) >= age;
}

const countMonths = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));

const payloads = { open_months: noPayload };
declare module '../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const monthsDomain: Domain = {
  name: 'months',
  imports: ['ledger'],
  tasks: (deps) => defineTasks(payloads, { open_months: () => openMonths(deps) }),
  // At two in the morning in India, after the books were checked.
  crontab: ['30 20 * * * open_months'],
};
