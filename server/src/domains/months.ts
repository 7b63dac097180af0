import type { Domain } from '../platform/domain.ts';
import { openMonths, type ArchivePolicy } from '../platform/months/index.ts';
import { defineTasks, noPayload, type Payloads } from '../platform/queue/index.ts';
import { entryArchivePolicy } from './ledger/index.ts';

/** Tables whose months can be archived, and from how many months after its end. Nothing is archived by itself. */
export const ARCHIVABLE_TABLES: Record<string, ArchivePolicy & { minimumAgeMonths: number }> = {
  // Accounts are kept in full for eight financial years (Companies Act, 2013, section 128).
  'ledger.entry': { ...entryArchivePolicy, minimumAgeMonths: 96 },
  // What the entries came from, and who decided.
  'public.state_change': { orderBy: ['id'], minimumAgeMonths: 96 },
  'public.audit_log': { orderBy: ['id'], minimumAgeMonths: 96 },
  'public.notification': { orderBy: ['id'], minimumAgeMonths: 12 },
};

const payloads = { open_months: noPayload };
declare module '../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const monthsDomain: Domain = {
  name: 'months',
  tasks: (deps) => defineTasks(payloads, { open_months: () => openMonths(deps) }),
  // At two in the morning in India, after the books were checked.
  crontab: ['30 20 * * * open_months'],
};
