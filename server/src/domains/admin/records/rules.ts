import { chargebackLifecycle } from '@fws/contract/contracts/chargebacks/lifecycle';
import { fundLifecycle, workLifecycle } from '@fws/contract/contracts/lifecycle';
import { orderLifecycle } from '@fws/contract/contracts/orders/lifecycle';
import { refundLifecycle } from '@fws/contract/contracts/refunds/lifecycle';
import { disputeLifecycle } from '@fws/contract/disputes/lifecycle';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { withdrawalLifecycle } from '@fws/contract/payouts/lifecycle';
import { listActors, type Actor, type Lifecycle } from '@fws/contract/platform/lifecycle';
import { quoteLifecycle } from '@fws/contract/quotes/lifecycle';

/** The lifecycle of each state column, by subject and column. */
const lifecycles: Record<string, Lifecycle<string, string>> = {
  'job state': jobLifecycle,
  'quote state': quoteLifecycle,
  'milestone fund_state': fundLifecycle,
  'milestone work_state': workLifecycle,
  'order state': orderLifecycle,
  'refund state': refundLifecycle,
  'chargeback state': chargebackLifecycle,
  'withdrawal state': withdrawalLifecycle,
  'dispute state': disputeLifecycle,
};

export interface Step {
  subject: string;
  track: string;
  from_state: string;
  to_state: string;
  by_user: number | null;
  /** Null for a change that a trigger recorded: it knows the user of the call only. */
  by_role: Actor | null;
}

export type EventActor = 'person' | 'provider' | 'system';

/** Who caused a state change. */
export function getActor(step: Step): EventActor {
  if (step.by_role === null) return guessActor(step);
  return step.by_role === 'provider' || step.by_role === 'system' ? step.by_role : 'person';
}

/**
 * The user of the call, if the lifecycle lets people make this transition. A job that starts because its first milestone
 * started is changed by the system.
 */
function guessActor(step: Step): EventActor {
  const lifecycle = lifecycles[`${step.subject} ${step.track}`];
  if (!lifecycle) return step.by_user === null ? 'system' : 'person';
  const actors = listActors(lifecycle, step.from_state, step.to_state);
  if (step.by_user !== null && actors.some((actor) => actor !== 'provider' && actor !== 'system'))
    return 'person';
  return actors.includes('provider') && !actors.includes('system') ? 'provider' : 'system';
}

/** The state to show: a hold is `held` or `lifted`. */
export const toStateName = (track: string, state: string): string =>
  track === 'on_hold' ? (state === 'true' ? 'held' : 'lifted') : state;
