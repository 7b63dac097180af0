import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { ContestOutcome, OwnOutcome } from '@fws/contract/reliability/schemas';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { publish } from '../../platform/realtime/index.ts';
import { calculateDecisionDue, getContestAbility } from './rules.ts';
import { lockOutcome, transitionContests } from './store.ts';
import { readOutcome } from './view.ts';

/** Who is held at fault says why they are not. Repeating the same text changes nothing. */
export async function contestOutcome(
  deps: Deps,
  userId: number,
  command: ContestOutcome,
): Promise<Outcome<OwnOutcome>> {
  const now = deps.ports.clock.now();
  const contested = await inTx(deps.db, (tx) => contestOutcomeInTx(tx, userId, command, now));
  return contested.ok ? readOutcome(deps, userId, command.jobId) : contested;
}

export async function contestOutcomeInTx(
  tx: Tx,
  userId: number,
  { jobId, text }: ContestOutcome,
  now: Date,
): Promise<Outcome<null>> {
  const row = await lockOutcome(tx, { userId, jobId });
  if (!row) return refuse('not_found', 'reliability.not_found');
  if (row.state !== 'open' && row.contest_text === text) return done(null);
  const ability = getContestAbility(row, now);
  if (!ability.allowed) return refuse('conflict', ability.reason);
  await transitionContests(tx, [row], 'contest', {
    by: { role: row.side, userId },
    at: now,
    change: { contest_text: text, contested_at: now, contest_due_at: calculateDecisionDue(now) },
  });
  await publish(tx, { users: [userId], topic: 'contract', id: jobId });
  return done(null);
}
