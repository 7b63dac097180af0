import { DECISION_SUBJECTS } from '@fws/contract/platform/decisions';
import { refuse } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import type { Route } from '../../../platform/http/route.ts';
import { readImpartiality } from './service.ts';

/**
 * Refuses a call that decides a case, or previews its decision, to somebody whose own case it is. The parties of a case
 * do not change, so the check needs no lock.
 */
export function refuseOwnCase(deps: Deps, route: Route): Route {
  const { decides } = route.call;
  if (decides === undefined || decides === 'nothing') return route;
  const { idField } = DECISION_SUBJECTS[decides];
  const handle: Route['handle'] = async (command, context) => {
    const id = (command as Record<string, unknown>)[idField];
    if (typeof id !== 'number') throw new Error(`${route.call.name} has no ${idField}`);
    const ability = await readImpartiality(deps.db, context.caller.userId, decides, id);
    return ability.allowed ? route.handle(command, context) : refuse('forbidden', ability.reason);
  };
  return { ...route, handle };
}
