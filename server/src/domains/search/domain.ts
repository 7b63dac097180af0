import { searchTranslations } from '../../legacy/search.ts';
import type { Domain } from '../../platform/domain.ts';
import { alertTasks } from './alerts/tasks.ts';
import { routes } from './routes.ts';
import { warmUpSearch } from './http.ts';
import { taskPriorities, tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const searchDomain: Domain = {
  name: 'search',
  imports: ['jobs', 'profile', 'places'],
  translations: searchTranslations,
  tables: TABLES,
  objects: {
    searchId: 'savedSearch',
  },
  routes,
  http: warmUpSearch,
  taskPriorities,
  tasks: (deps) => ({ ...tasks(deps), ...alertTasks(deps) }),
  // Daily alerts at eight in the morning in India (DAILY_ALERT_HOUR), the rest at night.
  crontab: ['40 20 * * * check_search', '30 2 * * * send_daily_alerts', '20 20 * * * delete_old_alerts'],
};
