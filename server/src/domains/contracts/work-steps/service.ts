import { workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { MoveWork, RequestChange } from '@fws/contract/contracts/schemas';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { attachPhotos } from '../../../platform/photos.ts';
import type { Keyring } from '../../../platform/keys.ts';
import { notify } from '../../../platform/queue/index.ts';
import {
  buildNotice,
  isUnderWay,
  listMilestones,
  loadNoticeSubject,
  overtakeSplits,
  publishContractChange,
  returnWork,
  startWait,
  toWait,
  toWaitColumns,
  transitionWork,
  type ReleaseWaits,
} from '../../escrow/index.ts';
import { passDoor } from '../../visits/index.ts';
import { buildCancelContext, continueEnding, type CancelContext } from '../cancelling/service.ts';
import { calculateReleaseTime, getWaitMs } from '../auto-release/deadlines.ts';
import { findAwardedJob } from '../store.ts';
import { insertCompletion } from '../completions/store.ts';
import { decideChange, decideWork, isTooSoon, WORK_EVENTS } from '../rules.ts';
import { toJobFacts, toMilestoneFacts } from '../facts.ts';
import { findSuspended, lockMilestoneForSide } from '../milestone-lock.ts';
import type { MoveContext } from '../milestones.ts';

/** The worker starts work, completes it, or requests payment. */
export function moveWork(
  { db, ports, config, keyring }: Deps,
  command: MoveWork,
  caller: Pick<MoveContext, 'callerId' | 'onWeb'>,
): Promise<Outcome<null>> {
  const context = { ...caller, now: ports.clock.now(), releaseWaits: config.autoReleaseMs, keyring };
  return inTx(db, (tx) => moveWorkInTx(tx, command, context));
}

async function moveWorkInTx(
  tx: Tx,
  command: MoveWork,
  context: Pick<MoveContext, 'callerId' | 'now' | 'onWeb'> & { releaseWaits: ReleaseWaits; keyring: Keyring },
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneForSide(tx, {
    ...command,
    callerId: context.callerId,
    side: 'worker',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  const jobFacts = toJobFacts(
    job.state,
    command.step === 'started' ? await listMilestones(tx, job.id) : [milestone],
  );
  const decision = decideWork(toMilestoneFacts(milestone, jobFacts), command.step);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  if (decision.kind === 'taken') return done(null);
  if (context.onWeb && isTooSoon(command.step, milestone.changed_at, context.now))
    return refuse('conflict', 'contracts.too_soon');
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');

  const { now } = context;
  if (command.step === 'started') {
    const { code } = command;
    const passed = await passDoor(
      tx,
      { job, contract },
      { milestoneId: milestone.id, code, keyring: context.keyring, now },
    );
    if (!passed.ok) return passed;
  }
  const workEvent = WORK_EVENTS[command.step];
  const periodMs = workEvent === 'request_payment' ? await findPeriodMs(tx, job.id, context.releaseWaits) : 0;
  const [moved = milestone] = await transitionWork(tx, [milestone], workEvent, {
    by: { role: 'worker', userId: context.callerId },
    at: now,
    ...(workEvent === 'request_payment' && {
      change: { ...toWaitColumns(startWait(toWait(milestone), periodMs, now)), reminded_at: null },
    }),
  });
  if (command.step === 'completed') {
    // Completed work is never ended by a split.
    if (job.state === 'ending')
      await overtakeSplits(tx, [milestone], { by: { role: 'worker', userId: context.callerId }, at: now });
    const id = await insertCompletion(tx, {
      jobId: job.id,
      milestoneId: milestone.id,
      note: command.note,
      now,
    });
    const attached = await attachPhotos(tx, {
      ids: command.photoIds ?? [],
      ownerId: context.callerId,
      subject: 'completion',
      subjectId: id,
    });
    if (!attached.ok) return attached;
  }
  // A step may repeat after a requested change, and then notifies again.
  const event = `${milestone.id}:${now.getTime()}`;
  const notice = buildNotice(
    'poster',
    getNoticeType(workLifecycle, workEvent, 'poster'),
    await loadNoticeSubject(tx, lockedMilestone.value),
    event,
  );
  const releasesAt = calculateReleaseTime({ ...toMilestoneFacts(moved), ...toWait(moved) }, periodMs);
  await notify(
    tx,
    releasesAt ? { ...notice, values: { ...notice.values, time: releasesAt.toISOString() } } : notice,
  );
  await publishContractChange(tx, contract);
  return done(null);
}

/** The whole time that the poster of this job has to answer a payment request. */
async function findPeriodMs(tx: Tx, jobId: number, waits: ReleaseWaits): Promise<number> {
  return getWaitMs(waits, (await findAwardedJob(tx, jobId))?.in_person ?? false);
}

/** The poster sends finished work back. The worker continues, and no money is released automatically meanwhile. */
export function requestChange(deps: Deps, command: RequestChange, callerId: number): Promise<Outcome<null>> {
  const context = buildCancelContext(deps, callerId);
  return inTx(deps.db, (tx) => requestChangeInTx(tx, command, context));
}

async function requestChangeInTx(
  tx: Tx,
  command: RequestChange,
  context: CancelContext,
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneForSide(tx, {
    ...command,
    callerId: context.callerId,
    side: 'poster',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  const facts = { ...toMilestoneFacts(milestone), ...toWait(milestone), suspended: findSuspended(contract) };
  const decision = decideChange(facts);
  if (!decision) return refuse('conflict', 'contracts.no_work_to_change');
  if (decision.kind === 'refused') return refuse('conflict', decision.code);

  const { now } = context;
  await transitionWork(tx, [milestone], 'ask_change', {
    by: { role: 'poster', userId: context.callerId },
    at: now,
    change: { comment: command.comment, ...toWaitColumns(returnWork(toWait(milestone), now)) },
  });
  const subject = await loadNoticeSubject(tx, lockedMilestone.value);
  const type = getNoticeType(workLifecycle, 'ask_change', 'worker');
  const notification = buildNotice('worker', type, subject, `${milestone.id}:${now.getTime()}`);
  await notify(tx, { ...notification, values: { ...notification.values, comment: command.comment } });
  // In a cancelled job, what was sent back can be ended by a split too.
  if (job.state === 'ending') await continueEnding(tx, job.id, context);
  await publishContractChange(tx, contract);
  return done(null);
}
