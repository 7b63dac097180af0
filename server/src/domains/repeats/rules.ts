import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { allowIf, canTransition, type Ability } from '@fws/contract/platform/lifecycle';
import {
  repeatDateLifecycle,
  repeatLifecycle,
  type RepeatDateState,
  type RepeatState,
} from '@fws/contract/repeats/lifecycle';
import { REPEAT_ANSWER_DAYS } from '@fws/contract/repeats/model';

const DAY_MS = 24 * 3600_000;

export const calculateAnswerTime = (proposedAt: Date): Date =>
  new Date(proposedAt.getTime() + REPEAT_ANSWER_DAYS * DAY_MS);

/** The worker answers a proposal. */
export function getAnswerAbility(state: RepeatState, side: Side): Ability {
  if (side !== 'worker') return { allowed: false, reason: 'common.not_allowed' };
  return allowIf(canTransition(repeatLifecycle, 'agree', state, side), 'repeats.not_proposed');
}

/** Either side ends it. */
export const getEndAbility = (state: RepeatState, side: Side): Ability =>
  allowIf(canTransition(repeatLifecycle, 'end', state, side), 'repeats.over');

/** Either side leaves a date out, until it is paid. `job`: the state of its job, where it has one. */
export function getSkipAbility(
  series: { state: RepeatState },
  date: { state: RepeatDateState; job: JobState | null },
  side: Side,
): Ability {
  if (series.state === 'proposed') return { allowed: false, reason: 'repeats.not_agreed' };
  if (series.state !== 'running' && date.state === 'coming')
    return { allowed: false, reason: 'repeats.over' };
  if (!canTransition(repeatDateLifecycle, 'skip', date.state, side))
    return { allowed: false, reason: 'repeats.date_over' };
  if (date.job === 'cancelled') return { allowed: false, reason: 'repeats.date_over' };
  return allowIf(date.job === null || date.job === 'awarded', 'repeats.date_paid');
}
