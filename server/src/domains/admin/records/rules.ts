import { fundLifecycle, orderLifecycle, workLifecycle } from '@fws/contract/contracts/lifecycle';
import { disputeLifecycle } from '@fws/contract/disputes/lifecycle';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { withdrawalLifecycle } from '@fws/contract/payouts/lifecycle';
import type { Actor, Lifecycle } from '@fws/contract/platform/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';

/** The lifecycle of each state column, by subject and column. */
const processes: Record<string, Lifecycle<string>> = {
  'job state': jobLifecycle,
  'quote state': quoteLifecycle,
  'milestone fund_state': fundLifecycle,
  'milestone work_state': workLifecycle,
  'order state': orderLifecycle,
  'withdrawal state': withdrawalLifecycle,
  'dispute state': disputeLifecycle,
};
/** Subjects without a lifecycle here: only provider statuses change them. */
const PROVIDER_SUBJECTS: ReadonlySet<string> = new Set(['refund', 'chargeback']);
const PERSON_ACTORS: ReadonlySet<Actor> = new Set(['poster', 'worker', 'admin']);

export interface Step {
  subject: string;
  track: string;
  from_state: string;
  to_state: string;
  by_user: number | null;
}

/**
 * Who caused a state change: the user of the call, if the lifecycle lets people make this transition. A job that starts
 * because its first milestone started is changed by the system.
 */
export function getActor(step: Step): 'person' | 'provider' | 'system' {
  const process = processes[`${step.subject} ${step.track}`];
  const actors = process?.transitions
    .filter(({ from, to }) => from.includes(step.from_state) && to === step.to_state)
    .flatMap((transition) => transition.by);
  if (!actors)
    return PROVIDER_SUBJECTS.has(step.subject) ? 'provider' : step.by_user === null ? 'system' : 'person';
  if (step.by_user !== null && actors.some((actor) => PERSON_ACTORS.has(actor))) return 'person';
  return actors.includes('provider') && !actors.includes('system') ? 'provider' : 'system';
}

/** The state to show: a hold is `held` or `lifted`. */
export const toStateName = (track: string, state: string): string =>
  track === 'on_hold' ? (state === 'true' ? 'held' : 'lifted') : state;
