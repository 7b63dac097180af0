import type { Domain } from '../../platform/domain.ts';

export const restsDomain: Domain = {
  name: 'rests',
  imports: ['ledger', 'links'],
};
