import { payoutTranslations } from '../../legacy/payouts.ts';
import type { Domain } from '../../platform/domain.ts';
import { SEALED_FOR } from './account-numbers/service.ts';
import { http } from './http.ts';
import { crontab, taskPriorities, tasks } from './tasks.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

export const payoutsDomain: Domain = {
  name: 'payouts',
  imports: ['identity', 'ledger', 'rests', 'kyc', 'escrow', 'profile', 'links'],
  translations: payoutTranslations,
  limits: LIMITS,
  tables: TABLES,
  objects: {
    accountId: 'account',
    // A payout destination: everybody may enter any.
    upiId: null,
  },
  routes,
  taskPriorities,
  tasks,
  crontab,
  http,
  sealedColumns: [
    { table: 'payout_account', primaryKey: 'id', column: 'account_number_sealed', use: SEALED_FOR },
  ],
};
