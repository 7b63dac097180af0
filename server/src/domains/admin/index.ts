import type { Domain } from '../../platform/domain.ts';
import { crontab, tasks } from './books/jobs.ts';
import { mountExports } from './exports/http.ts';
import { mountHealth } from './health/http.ts';
import { mountLookEnd } from './looks/http.ts';
import { adminGuard } from './policy.ts';
import { routes } from './routes.ts';

export { checkInvariants, keepRun } from './books/service.ts';
export { appoint, dismiss, resetFactor, userByEmail } from './service.ts';

export const adminDomain: Domain = {
  name: 'admin',
  routes,
  tasks,
  crontab,
  http(app, deps, settings) {
    mountHealth(app, deps);
    mountExports(app, deps, settings);
    mountLookEnd(app, deps, settings);
  },
  adminGuard,
};
