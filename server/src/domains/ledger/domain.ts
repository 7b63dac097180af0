import type { Domain } from '../../platform/domain.ts';
import { crontab, tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const ledgerDomain: Domain = {
  name: 'ledger',
  imports: [],
  tables: TABLES,
  tasks,
  crontab,
};
