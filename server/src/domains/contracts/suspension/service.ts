import { isInEscrow, workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import {
  getMilestonePhase,
  SUSPENDED_PARTY,
  UNTOUCHED_RETURNS_DAYS,
} from '@fws/contract/contracts/suspension';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notify, notifyMany } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import {
  buildNotice,
  getOtherSideId,
  isUnderWay,
  loadNoticeSubject,
  lockAwardedJob,
  lockMilestoneContext,
  lockMilestones,
  publishContractChange,
  refundMilestones,
  startWait,
  toWait,
  toWaitColumns,
  transitionWork,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { isPoster } from '../../jobs/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { calculateReleaseTime, getWaitMs } from '../auto-release/deadlines.ts';
import { escrowEvents } from '../job-progress/service.ts';
import { toMilestoneFacts } from '../facts.ts';
import { findAwardedJob, listOpenContracts, listUnrequestedMilestones } from '../store.ts';

// What happens to the running contracts of a suspended account, by the table SUSPENDED_PARTY of the contract package.

const DAY_MS = 24 * 3600_000;

/** Tells the other side of each running contract, and begins what happens in place of the suspended side. */
export async function continueWithoutParty(tx: Tx, userId: number, { at }: Cause): Promise<void> {
  await tellOtherSides(tx, userId, 'party_suspended', at);
  await enqueue(tx, 'request_suspended_payments', { userId });
  await enqueue(
    tx,
    'return_untouched',
    { posterId: userId, suspendedAt: at.toISOString() },
    { runAt: new Date(at.getTime() + UNTOUCHED_RETURNS_DAYS * DAY_MS) },
  );
}

export const continueWithParty = (tx: Tx, userId: number, { at }: Cause): Promise<void> =>
  tellOtherSides(tx, userId, 'party_restored', at);

async function tellOtherSides(
  tx: Tx,
  userId: number,
  type: 'party_suspended' | 'party_restored',
  at: Date,
): Promise<void> {
  const contracts = await listOpenContracts(tx, userId);
  if (contracts.length === 0) return;
  const person = (await loadPeople(tx, [userId])).get(userId)?.name ?? '';
  await notifyMany(
    tx,
    contracts.map((contract) => ({
      userId: getOtherSideId(contract, userId),
      type,
      values: { person, job: contract.title },
      path: `/${isPoster(contract, userId) ? 'myjobsdetail' : 'awardedjob'}/${contract.job_id}`,
      dedupeKey: `${type}:${contract.job_id}:${userId}:${at.getTime()}`,
    })),
  );
  for (const contract of contracts)
    await publish(tx, {
      users: [contract.poster_id, contract.worker_id],
      topic: 'contract',
      id: contract.job_id,
    });
}

const isActedFor = (suspended: Side, milestone: MilestoneRow, standIn: 'system' | 'timer'): boolean =>
  !milestone.on_hold &&
  SUSPENDED_PARTY[suspended][getMilestonePhase({ fund: milestone.fund_state, work: milestone.work_state })]
    .standIn === standIn;

/** Task: asks for the payment of work that a suspended worker has completed, so that its release clock runs. */
export async function requestSuspendedPayments(deps: Deps, workerId: number): Promise<void> {
  const found = await listUnrequestedMilestones(deps.db, workerId);
  for (const at of found) await inTx(deps.db, (tx) => requestPayment(tx, deps, at));
}

async function requestPayment(
  tx: Tx,
  { ports, config }: Deps,
  at: { jobId: number; milestoneId: number },
): Promise<void> {
  const now = ports.clock.now();
  const lockedMilestone = await lockMilestoneContext(tx, at);
  if (!lockedMilestone?.contract.worker_suspended || !isUnderWay(lockedMilestone.job.state)) return;
  const { job, contract, milestone } = lockedMilestone;
  if (!isActedFor('worker', milestone, 'system')) return;
  const isInPerson = (await findAwardedJob(tx, job.id))?.in_person ?? false;
  const periodMs = getWaitMs(config.autoReleaseMs, isInPerson);
  const [moved = milestone] = await transitionWork(tx, [milestone], 'request_payment', {
    by: BY_SYSTEM,
    at: now,
    change: { ...toWaitColumns(startWait(toWait(milestone), periodMs, now)), reminded_at: null },
  });
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  const type = getNoticeType(workLifecycle, 'request_payment', 'poster');
  const notice = buildNotice('poster', type, subject, `${milestone.id}:${now.getTime()}`);
  const releasesAt = calculateReleaseTime({ ...toMilestoneFacts(moved), ...toWait(moved) }, periodMs);
  await notify(
    tx,
    releasesAt ? { ...notice, values: { ...notice.values, time: releasesAt.toISOString() } } : notice,
  );
  await publishContractChange(tx, contract);
}

/**
 * Task: gives untouched money of a suspended poster back without a charge, when the worker has not started within the time
 * that the other side was told.
 */
export async function returnUntouched(
  deps: Deps,
  { posterId, suspendedAt }: { posterId: number; suspendedAt: string },
): Promise<void> {
  if (!(await isStillSuspended(deps.db, posterId, suspendedAt))) return;
  const contracts = await inTx(deps.db, (tx) => listOpenContracts(tx, posterId));
  const now = deps.ports.clock.now();
  let hasMore = false;
  for (const contract of contracts.filter((each) => isPoster(each, posterId)))
    hasMore = (await inTx(deps.db, (tx) => refundUntouched(tx, contract.job_id, now))) || hasMore;
  const runAt = new Date(now.getTime() + UNTOUCHED_RETURNS_DAYS * DAY_MS);
  if (hasMore)
    await inTx(deps.db, (tx) => enqueue(tx, 'return_untouched', { posterId, suspendedAt }, { runAt }));
}

/** Since then: who was restored and suspended again has a task of its own. */
async function isStillSuspended(db: Db, userId: number, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('suspended_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.suspended_at?.toISOString() === since;
}

/** Returns whether untouched money is left, which the worker could not begin because they are at work before it. */
async function refundUntouched(tx: Tx, jobId: number, now: Date): Promise<boolean> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  if (!lockedJob || !isUnderWay(lockedJob.job.state)) return false;
  const milestones = await lockMilestones(tx, lockedJob);
  const untouched = milestones.filter(
    (milestone) => milestone.work_state === 'not_started' && isActedFor('poster', milestone, 'timer'),
  );
  const atWork = milestones.filter(
    ({ fund_state: fund, work_state: work }) => work === 'started' && isInEscrow(fund),
  );
  const returned = untouched.filter(({ position }) => !atWork.some((each) => each.position < position));
  const hasMore = returned.length < untouched.length;
  if (returned.length === 0) return hasMore;
  const refunds = returned.map(({ id: milestoneId, amount_paise: amountPaise }) => ({
    milestoneId,
    amountPaise,
    refundPaise: amountPaise,
    chargePaise: 0,
  }));
  await refundMilestones(tx, refunds, {
    milestones,
    jobId,
    chargeBps: 0,
    cause: { by: BY_SYSTEM, at: now },
  });
  await escrowEvents.onMilestonesEnded(tx, lockedJob, now);
  await publishContractChange(tx, lockedJob.contract);
  return hasMore;
}
