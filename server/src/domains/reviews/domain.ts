import { reviewTranslations } from '../../legacy/reviews.ts';
import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { mayOpenPhotos } from './photos.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';
import { crontab, tasks } from './tasks.ts';

/** What the two sides of a job say about each other, and what of it counts. */
export const reviewsDomain: Domain = {
  name: 'reviews',
  imports: ['escrow', 'jobs', 'profile', 'ledger', 'links', 'reliability'],
  translations: reviewTranslations,
  tables: TABLES,
  limits: LIMITS,
  objects: { aboutId: 'user' },
  routes,
  tasks,
  crontab,
  fileAccess: {
    review_photo: (db, caller, attachmentId) => mayOpenPhotos(db, caller.userId, attachmentId),
  },
};
