import { SIDES, type Side } from '@fws/contract/contracts/model';
import { decideOutcome, isAgainst, type JobFacts, type SideOutcome } from '@fws/contract/reliability/outcome';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyHeldAtFault } from '../notices.ts';
import { insertOutcome, lockOutcome, updateOutcome, type OutcomeRow } from '../store.ts';

export interface RecordedContract {
  jobId: number;
  title: string;
  posterId: number;
  workerId: number;
  awardedAt: Date;
}

/**
 * Writes what the job says of each of its sides, and tells who is held at fault. Call it when the job is cancelled, when it
 * ends and when one side was absent; written again, only what is new changes. What was contested stays as it is: a person
 * decides about it. The job must be locked before.
 */
export async function recordOutcomes(
  tx: Tx,
  contract: RecordedContract,
  facts: JobFacts,
  {
    now,
    sides = SIDES,
  }: { now: Date; /** Of a job that goes on, only the one that was absent. */ sides?: readonly Side[] },
): Promise<void> {
  for (const side of sides) {
    const userId = side === 'poster' ? contract.posterId : contract.workerId;
    const decided = decideOutcome(facts, side);
    const before = await lockOutcome(tx, { userId, jobId: contract.jobId });
    if (before && !changes(before, decided)) continue;
    await write(tx, { ...contract, userId, side, now }, before, decided);
    if (isAgainst(decided.outcome)) await notifyHeldAtFault(tx, { ...contract, userId, ...decided, now });
  }
}

const changes = (before: OutcomeRow, decided: SideOutcome): boolean =>
  before.state === 'open' && (before.outcome !== decided.outcome || before.reason !== decided.reason);

async function write(
  tx: Tx,
  at: RecordedContract & { userId: number; side: Side; now: Date },
  before: OutcomeRow | null,
  decided: SideOutcome,
): Promise<void> {
  const { userId, jobId, side, awardedAt, now } = at;
  if (before) await updateOutcome(tx, before, { ...decided, now });
  else await insertOutcome(tx, { userId, jobId, side, awardedAt, now, ...decided });
}
