import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';

export { acceptQuote } from './service.ts';
export { lockQuote, type QuoteRow } from './store.ts';

export const quotesDomain: Domain = {
  name: 'quotes',
  routes,
  fileAccess: { quote: (db, caller, quoteId) => mayReadFiles(db, caller.userId, quoteId) },
};
