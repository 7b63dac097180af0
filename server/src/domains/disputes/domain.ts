import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';

export const disputesDomain: Domain = {
  name: 'disputes',
  routes,
  tasks,
  fileAccess: { dispute: (db, caller, disputeId) => mayReadFiles(db, caller.userId, disputeId) },
};
