import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';

export { rebuildSearch } from './store.ts';

export const searchDomain: Domain = {
  name: 'search',
  routes,
  tasks,
  crontab: ['40 20 * * * check_search'],
};
