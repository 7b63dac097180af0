import { canTransition, type Ability } from '@fws/contract/platform/lifecycle';
import { contestLifecycle, type ContestState } from '@fws/contract/reliability/lifecycle';
import { CONTEST_ANSWER_DAYS, CONTEST_DAYS, type JobOutcome } from '@fws/contract/reliability/model';
import { isAgainst } from '@fws/contract/reliability/outcome';

const DAY_MS = 24 * 3600_000;
const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

export const calculateContestEnd = (writtenAt: Date): Date => addDays(writtenAt, CONTEST_DAYS);
export const calculateDecisionDue = (contestedAt: Date): Date => addDays(contestedAt, CONTEST_ANSWER_DAYS);

/** Whoever is held at fault may say once that they are not. */
export function getContestAbility(
  { outcome, state, written_at: writtenAt }: { outcome: JobOutcome; state: ContestState; written_at: Date },
  now: Date,
): Ability {
  if (!isAgainst(outcome)) return { allowed: false, reason: 'reliability.not_against' };
  if (!canTransition(contestLifecycle, 'contest', state, 'worker'))
    return { allowed: false, reason: 'reliability.contested_before' };
  return now <= calculateContestEnd(writtenAt)
    ? { allowed: true }
    : { allowed: false, reason: 'reliability.too_late' };
}
