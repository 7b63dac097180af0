import { SIDES } from '@fws/contract/contracts/model';
import { decideOutcome } from '@fws/contract/reliability/outcome';
import { expect } from 'vitest';
import type { World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { loadJobFacts } from '../../contracts/outcomes/service.ts';
import { findAwardedJob } from '../../contracts/store.ts';

/** Every stored outcome of an ended job that nobody contested is what its events alone say. */
export async function expectRecomputed({ db, clock }: World): Promise<void> {
  const ended = await db
    .selectFrom('contract')
    .select(['job_id', 'completed_at'])
    .where((contract) =>
      contract.or([contract('completed_at', 'is not', null), contract('cancelled_at', 'is not', null)]),
    )
    .execute();
  for (const { job_id: jobId, completed_at: completedAt } of ended) {
    const contract = await findAwardedJob(db, jobId);
    if (!contract) throw new Error(`job ${jobId} has no contract`);
    const facts = await inTx(db, (tx) =>
      loadJobFacts(tx, contract, { isCompleted: completedAt !== null, now: clock.now() }),
    );
    const stored = await db
      .selectFrom('job_outcome')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('side')
      .execute();
    expect(stored.map(({ user_id: userId, side }) => [side, userId])).toEqual([
      ['poster', contract.poster_id],
      ['worker', contract.worker_id],
    ]);
    for (const { side, state, outcome, reason } of stored)
      if (state === 'open')
        expect({ jobId, side, outcome, reason }).toEqual({ jobId, side, ...decideOutcome(facts, side) });
    expect(stored.map(({ side }) => side)).toEqual([...SIDES]);
  }
}
