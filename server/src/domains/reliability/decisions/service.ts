import { canTransition } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { contestLifecycle } from '@fws/contract/reliability/lifecycle';
import type { ContestDecision } from '@fws/contract/reliability/model';
import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { notifyDecided } from '../notices.ts';
import { findOutcomeById, lockOutcome, transitionContests, type NamedOutcomeRow } from '../store.ts';

/** FWS answers who says that they are not at fault. What it lifts is in no record any more. */
export async function decideContest(
  tx: Tx,
  { contestId, decision, words }: { contestId: number; decision: ContestDecision; words: string },
  cause: Cause & { by: { userId: number } },
): Promise<Outcome<NamedOutcomeRow>> {
  const found = await findOutcomeById(tx, contestId);
  const row = found && (await lockOutcome(tx, { userId: found.user_id, jobId: found.job_id }));
  if (!found || !row || row.state === 'open') return refuse('not_found', 'admin.contest_unknown');
  if (!canTransition(contestLifecycle, decision, row.state, 'admin'))
    return refuse('conflict', 'admin.contest_decided_before');
  const { at, by } = cause;
  const change = { words, decided_by: by.userId, decided_at: at };
  await transitionContests(tx, [row], decision, { ...cause, change });
  await notifyDecided(tx, { userId: row.user_id, jobId: row.job_id, title: found.title }, decision);
  await publish(tx, { users: [row.user_id], topic: 'contract', id: row.job_id });
  return done(found);
}
