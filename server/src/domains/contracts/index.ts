import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';
import { isPartyOfCompletion } from './completions/store.ts';
import { crontab, taskPriorities, tasks } from './tasks.ts';

export { getWaitMs } from './auto-release/deadlines.ts';
export { loadAwards, type Award } from './awards.ts';
export { escrowEvents } from './job-progress.ts';
export { continueWithoutParty, continueWithParty } from './suspension.ts';
export { toJobFacts } from './milestones.ts';
export { getOtherSide, listTurns, type TurnFacts } from './turns.ts';
export { toTurnFacts } from './view.ts';

export const contractsDomain: Domain = {
  name: 'contracts',
  routes,
  taskPriorities,
  tasks,
  crontab,
  fileAccess: {
    completion_photo: (db, caller, completionId) => isPartyOfCompletion(db, caller.userId, completionId),
  },
};
