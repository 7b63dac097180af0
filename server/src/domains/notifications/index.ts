import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { notify } from './service.ts';

export const notificationsDomain: Domain = {
  name: 'notifications',
  routes,
  tasks: (deps) => ({ notify: (payload) => notify(deps, payload) }),
};
