import { reviewTranslations } from '../../legacy/reviews.ts';
import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { tasks } from './tasks.ts';

/** What the two sides of a job say about each other, and what of it counts. */
export const reviewsDomain: Domain = {
  name: 'reviews',
  imports: ['escrow', 'jobs', 'profile', 'links'],
  translations: reviewTranslations,
  tables: TABLES,
  objects: { aboutId: 'user' },
  routes,
  tasks,
};
