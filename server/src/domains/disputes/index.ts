import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';

export { openDispute, raise } from './service.ts';
export { requestDocuments, settleDispute, type DisputeSettlement } from './settle.ts';
export { listComments as listDisputeComments, listDocuments as listDisputeDocuments } from './store.ts';
export { findSettlement } from './view.ts';

export const disputesDomain: Domain = {
  name: 'disputes',
  routes,
  tasks,
  fileAccess: { dispute: (db, caller, disputeId) => mayReadFiles(db, caller.userId, disputeId) },
};
