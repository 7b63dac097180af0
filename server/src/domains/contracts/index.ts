import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { isPartyOfMilestone } from './store.ts';
import { crontab, tasks } from './tasks.ts';

export { escrowEvents } from './job-progress.ts';

export const contractsDomain: Domain = {
  name: 'contracts',
  routes,
  tasks,
  crontab,
  // The subject of a completion's photos is its milestone.
  fileAccess: {
    completion_photo: (db, caller, milestoneId) => isPartyOfMilestone(db, caller.userId, milestoneId),
  },
};
