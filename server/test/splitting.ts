import { awardedJob, cancelJob } from '@fws/contract/contracts/calls';
import type { Contract, Split } from '@fws/contract/contracts/schemas';
import { expect } from 'vitest';
import { escrowEvents } from '../src/domains/contracts/index.ts';
import { settleDispute } from '../src/domains/disputes/index.ts';
import { inTx } from '../src/platform/db/index.ts';
import { listNotifications } from './notifications/in-app.ts';
import { awardParts, buildCancelParams } from './cancelling.ts';
import { setUpSides, type Sides } from './sides.ts';
import { fund, getMilestoneAt, sendWorkStep } from './story.ts';
import type { TestUser } from './user.ts';
import type { World } from './world.ts';

/** The open split of the milestone at this position, from 1. */
export function getSplit(contract: Contract, position = 1): Split {
  const { split } = getMilestoneAt(contract, position).milestone;
  if (!split) throw new Error(`milestone ${position} has no open split`);
  return split;
}

export const toProposal = (contract: Contract, workerText: string) => ({
  milestoneId: String(getMilestoneAt(contract).milestoneId),
  workerText,
  comment: 'So far',
  version: String(getSplit(contract).version),
});

export const toAnswer = (
  contract: Contract,
  answer: 'agree' | 'counter' | 'refuse',
  { workerText = '', ...change }: { workerText?: string; version?: string } = {},
) => {
  const { id, version } = getSplit(contract);
  return { splitId: String(id), answer, workerText, comment: '', version: String(version), ...change };
};

/**
 * Starts a world for the tests of a file, with new sides of a contract for each test. Returns the steps of the two sides
 * of a cancelled job, and of the admin who decides between them.
 */
export function setUpSplits(assign: (fixture: Sides & { world: World }) => void) {
  let fixture: Sides & { world: World };
  setUpSides((sides) => assign((fixture = sides)), { worker: { identity: 'verified' } });

  const read = (contract: Contract, by = fixture.poster) =>
    by.done(awardedJob, { jobId: String(contract.jobId) });

  /** A cancelled job whose first milestone was started; the others were never paid for. */
  async function cancelStarted(rupees: readonly number[] = [1000], by = fixture.poster): Promise<Contract> {
    const { world, poster, worker } = fixture;
    const contract = await awardParts(world, { poster, worker }, rupees);
    const at = getMilestoneAt(contract);
    await fund(world, poster, at);
    expect((await sendWorkStep(worker, at, 'started')).status).toBe(200);
    await by.done(cancelJob, buildCancelParams(contract));
    return read(contract);
  }

  /** An admin divides a milestone. */
  async function settle(
    disputeId: number,
    part: { milestoneId: number; toWorkerPaise: number; toPosterPaise: number },
  ): Promise<void> {
    const { world } = fixture;
    const adminId = (await world.user()).id;
    const settlement = { disputeId, adminId, parts: [part], chargeBps: 200, reason: 'A part was done' };
    const outcome = await inTx(world.db, (tx) =>
      settleDispute(tx, settlement, { escrowEvents, now: world.clock.now() }),
    );
    expect(outcome.ok).toBe(true);
  }

  const countNotifications = async (user: TestUser, type: string) =>
    (await listNotifications(fixture.world, user, type)).length;

  return { cancelStarted, countNotifications, read, settle };
}
