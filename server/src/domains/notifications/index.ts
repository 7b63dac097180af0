import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { createNotification } from './service.ts';

export const notificationsDomain: Domain = {
  name: 'notifications',
  routes,
  tasks: (deps) => ({ notify: (payload) => createNotification(deps, payload) }),
};
