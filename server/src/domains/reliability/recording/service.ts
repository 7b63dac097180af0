import { SIDES } from '@fws/contract/contracts/model';
import { decideOutcome, isAgainst, type JobFacts, type SideOutcome } from '@fws/contract/reliability/outcome';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyHeldAtFault } from '../notices.ts';
import { insertOutcomes, lockOutcome, updateOutcome, type OutcomeRow } from '../store.ts';

export interface RecordedContract {
  jobId: number;
  title: string;
  posterId: number;
  workerId: number;
  awardedAt: Date;
}

/**
 * Writes what the job says of each of its sides, and tells who is held at fault. Call it when the job is cancelled and when
 * it ends; written again, only what is new changes. What was contested stays as it is: a person decides about it. The job
 * must be locked before.
 */
export async function recordOutcomes(
  tx: Tx,
  contract: RecordedContract,
  facts: JobFacts,
  now: Date,
): Promise<void> {
  const decided = SIDES.map((side) => ({
    userId: side === 'poster' ? contract.posterId : contract.workerId,
    side,
    ...decideOutcome(facts, side),
  }));
  const written = await insertOutcomes(tx, contract, decided, now);
  for (const outcome of decided)
    if (written.has(outcome.userId) || (await rewrite(tx, contract.jobId, outcome, now)))
      if (isAgainst(outcome.outcome)) await notifyHeldAtFault(tx, { ...contract, ...outcome, now });
}

/** Where one was written before, when the job was cancelled. False: it stays as it is. */
async function rewrite(
  tx: Tx,
  jobId: number,
  { userId, ...decided }: SideOutcome & { userId: number },
  now: Date,
): Promise<boolean> {
  const before = await lockOutcome(tx, { userId, jobId });
  if (!before || !changes(before, decided)) return false;
  await updateOutcome(tx, before, { ...decided, now });
  return true;
}

const changes = (before: OutcomeRow, decided: SideOutcome): boolean =>
  before.state === 'open' && (before.outcome !== decided.outcome || before.reason !== decided.reason);
