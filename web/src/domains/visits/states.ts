import { listStartStates } from '@fws/contract/platform/lifecycle';
import { visitLifecycle, type VisitState } from '@fws/contract/visits/lifecycle';

const STARTABLE = listStartStates(visitLifecycle, 'start');
/** The work has not started, and nothing is decided. */
export const isStartable = (state: VisitState): boolean => STARTABLE.includes(state);

export const isVisitStarted = (state: VisitState): boolean => state === 'started' || state === 'ended';

/** "On my way" and "arrived" are still news to the other side. */
export const takesSteps = (state: VisitState): boolean =>
  state === 'agreed' || state === 'on_the_way' || state === 'arrived';
