import { contractTranslations } from '../../legacy/contracts.ts';
import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { isPartyOfCompletion } from './completions/store.ts';
import { LIMITS } from './limits.ts';
import { crontab, taskPriorities, tasks } from './tasks.ts';
import { TABLES } from './tables.ts';

export const contractsDomain: Domain = {
  name: 'contracts',
  imports: [
    'visits',
    'disputes',
    'reviews',
    'reliability',
    'escrow',
    'notifications',
    'rests',
    'quotes',
    'jobs',
    'profile',
    'links',
  ],
  translations: contractTranslations,
  tables: TABLES,
  limits: LIMITS,
  objects: {
    'answer_change.changeId': 'change',
    removedIds: 'milestone',
  },
  routes,
  taskPriorities,
  tasks,
  crontab,
  fileAccess: {
    completion_photo: (db, caller, completionId) => isPartyOfCompletion(db, caller.userId, completionId),
  },
};
