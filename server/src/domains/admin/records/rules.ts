import { fundProcess, orderProcess, workProcess } from '@fws/contract/contracts/process';
import { disputeProcess } from '@fws/contract/disputes/process';
import { jobProcess } from '@fws/contract/jobs/process';
import { withdrawalProcess } from '@fws/contract/payouts/process';
import type { Actor, Process } from '@fws/contract/platform/process';
import { quoteProcess } from '@fws/contract/quotes/process';

/** The lifecycle of each state column, by subject and column. */
const processes: Record<string, Process<string>> = {
  'job state': jobProcess,
  'quote state': quoteProcess,
  'milestone fund_state': fundProcess,
  'milestone work_state': workProcess,
  'order state': orderProcess,
  'withdrawal state': withdrawalProcess,
  'dispute state': disputeProcess,
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
