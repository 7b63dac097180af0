import type { Domain } from '../../platform/domain.ts';

export const reconciliationDomain: Domain = {
  name: 'reconciliation',
  imports: ['escrow', 'ledger', 'payouts'],
};
