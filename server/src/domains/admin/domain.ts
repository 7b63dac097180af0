import type { Domain } from '../../platform/domain.ts';
import * as books from './books/tasks.ts';
import { mountExports } from './exports/http.ts';
import { mountHealth } from './health/http.ts';
import { mountImpersonationEnd } from './impersonation/http.ts';
import { FACTOR_USE } from './factor.ts';
import * as webhooks from './webhooks/tasks.ts';
import { createAdminGuard } from './policy.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

const sealedColumns = ['totp_secret', 'offered_secret'].map((column) => ({
  table: 'admin_member' as const,
  primaryKey: 'user_id',
  column,
  use: FACTOR_USE,
}));

export const adminDomain: Domain = {
  name: 'admin',
  imports: 'all',
  limits: LIMITS,
  tables: TABLES,
  routes,
  tasks: (deps) => ({ ...books.tasks(deps), ...webhooks.tasks(deps) }),
  sealedColumns,
  crontab: [...books.crontab, ...webhooks.crontab],
  http(app, deps, settings) {
    mountHealth(app, deps);
    mountExports(app, deps, settings);
    mountImpersonationEnd(app, deps, settings);
  },
  adminGuard: createAdminGuard,
};
