import { quoteTranslations } from '../../legacy/quotes.ts';
import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';
import { TABLES } from './tables.ts';

export const quotesDomain: Domain = {
  name: 'quotes',
  imports: ['invitations', 'jobs', 'profile', 'reliability'],
  translations: quoteTranslations,
  tables: TABLES,
  objects: {
    quoteId: 'quote',
  },
  routes,
  tasks,
  crontab: ['*/10 * * * * quote_timers', '17 * * * * mask_quotes'],
  fileAccess: {
    quote: (db, caller, quoteId) => mayReadFiles(db, caller.userId, quoteId),
    quote_photo: (db, caller, quoteId) => mayReadFiles(db, caller.userId, quoteId),
  },
};
