import { reliabilityTranslations } from '../../legacy/reliability.ts';
import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

/** What awarded jobs say of their sides. Contracts decide when it is written. */
export const reliabilityDomain: Domain = {
  name: 'reliability',
  imports: ['ledger'],
  translations: reliabilityTranslations,
  tables: TABLES,
  objects: { contestId: 'contest' },
  routes,
};
