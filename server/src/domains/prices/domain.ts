import { priceTranslations } from '../../legacy/prices.ts';
import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

/** What work costs in a city, from accepted quotes. */
export const pricesDomain: Domain = {
  name: 'prices',
  imports: ['jobs', 'links'],
  translations: priceTranslations,
  tables: TABLES,
  limits: LIMITS,
  routes,
  tasks,
  // At half past two in the morning in India.
  crontab: ['0 21 * * * publish_prices'],
};
