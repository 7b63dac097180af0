import { connectionTranslations } from '../../legacy/connections.ts';
import type { Domain } from '../../platform/domain.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const connectionsDomain: Domain = {
  name: 'connections',
  imports: ['profile', 'jobs', 'reliability'],
  translations: connectionTranslations,
  limits: LIMITS,
  tables: TABLES,
  objects: {
    friendId: 'user',
    shareId: 'share',
  },
  routes,
  tasks,
};
