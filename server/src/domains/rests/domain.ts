import type { Domain } from '../../platform/domain.ts';
import { TABLES } from './tables.ts';

export const restsDomain: Domain = {
  name: 'rests',
  imports: ['ledger', 'links'],
  tables: TABLES,
};
