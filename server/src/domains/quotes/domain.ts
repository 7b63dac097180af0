import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { canReadFiles } from './service.ts';

export const quotesDomain: Domain = {
  name: 'quotes',
  routes,
  tasks,
  crontab: ['*/10 * * * * quote_timers'],
  fileAccess: {
    quote: (db, caller, quoteId) => canReadFiles(db, caller.userId, quoteId),
    quote_photo: (db, caller, quoteId) => canReadFiles(db, caller.userId, quoteId),
  },
};
