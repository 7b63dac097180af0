import type { Domain } from '../../platform/domain.ts';
import { tasks } from './jobs.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';

export { raise } from './service.ts';
export { askForPapers, settle, type Settlement } from './settle.ts';
export { commentsOf as wordsOf, documentsOf as papersOf } from './store.ts';
export { settlementOf } from './view.ts';

export const disputesDomain: Domain = {
  name: 'disputes',
  routes,
  tasks,
  fileAccess: { dispute: (db, caller, disputeId) => mayReadFiles(db, caller.userId, disputeId) },
};
