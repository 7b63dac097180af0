import { repeatTranslations } from '../../legacy/repeats.ts';
import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

/** Jobs that a poster and a worker repeat on dates. */
export const repeatsDomain: Domain = {
  name: 'repeats',
  imports: ['contracts', 'escrow', 'jobs', 'profile'],
  translations: repeatTranslations,
  tables: TABLES,
  limits: LIMITS,
  objects: {
    repeatId: 'repeat',
  },
  routes,
  tasks,
  crontab: ['9 * * * * run_repeats'],
};
