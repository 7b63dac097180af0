import { disputeTranslations } from '../../legacy/disputes.ts';
import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './view.ts';
import { TABLES } from './tables.ts';

export const disputesDomain: Domain = {
  name: 'disputes',
  imports: ['escrow', 'profile', 'links'],
  translations: disputeTranslations,
  tables: TABLES,
  objects: {
    disputeId: 'issue',
    issueId: 'issue',
  },
  routes,
  tasks,
  fileAccess: { dispute: (db, caller, disputeId) => mayReadFiles(db, caller.userId, disputeId) },
};
