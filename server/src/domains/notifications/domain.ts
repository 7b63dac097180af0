import { notificationTranslations } from '../../legacy/notifications.ts';
import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { routes } from './routes.ts';
import { taskPriorities, tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const notificationsDomain: Domain = {
  name: 'notifications',
  imports: ['identity'],
  translations: notificationTranslations,
  tables: TABLES,
  objects: {
    deviceId: 'pushDevice',
    // One's own notifications: somebody else's stay unread (notifications.wire.test.ts).
    shownIds: null,
  },
  routes,
  taskPriorities,
  tasks,
  crontab: ['* * * * * resume_deliveries', '23 3 * * * delete_old_deliveries'],
  http,
};
