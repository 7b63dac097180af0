import type { Domain } from '../../platform/domain.ts';
import * as books from './books/jobs.ts';
import { mountExports } from './exports/http.ts';
import { mountHealth } from './health/http.ts';
import { mountLookEnd } from './looks/http.ts';
import * as webhooks from './webhooks/jobs.ts';
import { adminGuard } from './policy.ts';
import { routes } from './routes.ts';

export { checkInvariants, keepRun } from './books/service.ts';
export { appoint, dismiss, resetFactor, userByEmail } from './service.ts';

export const adminDomain: Domain = {
  name: 'admin',
  routes,
  tasks: (deps) => ({ ...books.tasks(deps), ...webhooks.tasks(deps) }),
  crontab: [...books.crontab, ...webhooks.crontab],
  http(app, deps, settings) {
    mountHealth(app, deps);
    mountExports(app, deps, settings);
    mountLookEnd(app, deps, settings);
  },
  adminGuard,
};
