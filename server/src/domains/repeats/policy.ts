import type { Side } from '@fws/contract/contracts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { RepeatState } from '@fws/contract/repeats/lifecycle';
import { getAnswerAbility } from './rules.ts';

/** Which side of a series a user is; null: none, and to them it does not exist. */
export function findSide(series: { poster_id: number; worker_id: number }, userId: number): Side | null {
  if (series.poster_id === userId) return 'poster';
  return series.worker_id === userId ? 'worker' : null;
}

/** The worker answers, while the series waits for an answer. */
export function checkMayAnswer(state: RepeatState, side: Side): Outcome<null> {
  const ability = getAnswerAbility(state, side);
  if (ability.allowed) return done(null);
  return refuse(ability.reason === 'common.not_allowed' ? 'forbidden' : 'conflict', ability.reason);
}

export type Obstacle = 'blocked' | 'poster_suspended' | 'worker_suspended';

/**
 * Nothing new begins across a block, or with an account that is suspended. Each side learns only of its own suspension.
 * `obstacle`: null for none.
 */
export function checkMayBegin(obstacle: Obstacle | null, side: Side): Outcome<null> {
  if (obstacle === null) return done(null);
  return obstacle === `${side}_suspended`
    ? refuse('forbidden', 'identity.suspended')
    : refuse('conflict', 'jobs.not_available');
}
