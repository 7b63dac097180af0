import { identityTranslations } from '../../legacy/identity.ts';
import type { Domain } from '../../platform/domain.ts';
import { createAuthenticator } from './authenticator.ts';
import { http } from './http.ts';
import { taskPriorities, tasks } from './tasks.ts';
import { alertRoutes } from './alerts/routes.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { SEALED_FOR } from './second-factors.ts';
import { TABLES } from './tables.ts';

export const identityDomain: Domain = {
  name: 'identity',
  imports: ['links'],
  translations: identityTranslations,
  limits: LIMITS,
  tables: TABLES,
  routes: (deps) => [...routes(deps), ...alertRoutes(deps)],
  taskPriorities,
  tasks,
  crontab: ['41 3 * * * delete_expired_sign_ins', '17 2 * * * roll_security_log'],
  authenticator: createAuthenticator,
  sealedColumns: [{ table: 'authenticator', primaryKey: 'user_id', column: 'secret', use: SEALED_FOR }],
  http,
};
