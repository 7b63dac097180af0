import type { Domain } from '../../platform/domain.ts';
import { crontab, tasks } from './tasks.ts';

export const ledgerDomain: Domain = {
  name: 'ledger',
  imports: [],
  tasks,
  crontab,
};
