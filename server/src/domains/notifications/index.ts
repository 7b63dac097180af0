import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';

export const notificationsDomain: Domain = {
  name: 'notifications',
  routes,
  tasks,
};
