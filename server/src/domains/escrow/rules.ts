import { jobLifecycle, type JobState } from '@fws/contract/jobs/lifecycle';
import { listStartStates } from '@fws/contract/platform/lifecycle';

/** Money moves and work continues only in these states. An ending job takes no new money and starts no work. */
export const UNDER_WAY: readonly JobState[] = listStartStates(jobLifecycle, 'complete');
export const isUnderWay = (state: JobState): boolean => UNDER_WAY.includes(state);

/** New money, and work that has not started, only until one side cancels. */
const OPEN_TO_NEW: readonly JobState[] = listStartStates(jobLifecycle, 'end');
export const mayFund = (state: JobState): boolean => OPEN_TO_NEW.includes(state);
