import type { FundStep, Side } from '@fws/contract/contracts/model';
import type { MoveFund, MoveWork, RequestChange } from '@fws/contract/contracts/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../platform/db/index.ts';
import { enqueueAll, notify, notifyMany } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { lockJob, setJobState, type JobRow } from '../jobs/index.ts';
import { post, release } from '../ledger/index.ts';
import { calculateDeductions, totalDeductions } from '@fws/contract/payouts/fees';
import { addCompletedProject, loadPeople } from '../profile/index.ts';
import { insertDeductions, markReleased } from './deductions.ts';
import { buildNotice, type NoticeSubject } from './notices.ts';
import { openOrder } from './orders.ts';
import { isUnderWay, findSide } from './policy.ts';
import { decideChange, decideFund, decideWork, type MilestoneFacts } from './rules.ts';
import {
  completeContract,
  findContractByJob,
  lockMilestone,
  countUnreleased,
  updateMilestone,
  type ContractRow,
  type MilestoneRow,
} from './store.ts';

/** One of the caller's milestones, locked together with its job. */
export interface LockedMilestone {
  job: JobRow;
  contract: ContractRow;
  milestone: MilestoneRow;
}

/** Locks in the order that every operation uses: job, then milestone. */
export async function lockMilestoneContext(
  tx: Tx,
  params: { jobId: number; milestoneId: number; callerId: number; side: Side },
): Promise<Outcome<LockedMilestone>> {
  const job = await lockJob(tx, params.jobId);
  const contract = job && (await findContractByJob(tx, job.id));
  if (!contract || findSide(contract, params.callerId) !== params.side)
    return refuse('not_found', 'contracts.not_found');
  const milestone = await lockMilestone(tx, params.milestoneId);
  if (milestone?.job_id !== job.id) return refuse('not_found', 'contracts.milestone_not_found');
  return done({ job, contract, milestone });
}

export const toMilestoneFacts = (milestone: MilestoneRow): MilestoneFacts => ({
  fund: milestone.fund_state,
  work: milestone.work_state,
  onHold: milestone.on_hold,
  amountPaise: milestone.amount_paise,
});

export async function loadNoticeSubject(
  tx: Tx,
  { job, contract, milestone }: LockedMilestone,
): Promise<NoticeSubject> {
  const people = await loadPeople(tx, [contract.worker_id]);
  return {
    jobId: job.id,
    jobTitle: job.title,
    posterId: contract.poster_id,
    workerId: contract.worker_id,
    workerName: people.get(contract.worker_id)?.name ?? '',
    milestoneId: milestone.id,
    milestoneName: milestone.name,
    amountPaise: milestone.amount_paise,
  };
}

export const publishContractChange = (tx: Tx, contract: ContractRow): Promise<void> =>
  publish(tx, { users: [contract.poster_id, contract.worker_id], topic: 'contract', id: contract.job_id });

/** The result of a poster's step. */
export interface FundOutcome {
  step: FundStep;
  orderId: string | null;
  amountPaise: number;
  workerName: string;
}

export interface MoveContext {
  callerId: number;
  provider: string;
  now: Date;
}

/** The poster funds escrow, accepts the work or releases the money. */
export async function moveFund(
  tx: Tx,
  command: MoveFund,
  context: MoveContext,
): Promise<Outcome<FundOutcome>> {
  const lockedMilestone = await lockMilestoneContext(tx, {
    ...command,
    callerId: context.callerId,
    side: 'poster',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  if (command.amountPaise !== null && command.amountPaise !== milestone.amount_paise)
    return refuseField('amountText', 'contracts.amount_differs');

  const decision = decideFund(toMilestoneFacts(milestone), command.step);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  const subject = await loadNoticeSubject(tx, lockedMilestone.value);
  const outcome: FundOutcome = {
    step: command.step,
    orderId: null,
    amountPaise: milestone.amount_paise,
    workerName: subject.workerName,
  };
  if (decision.kind === 'taken') return done(outcome);
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');

  const { now } = context;
  if (command.step === 'funded') {
    const orderId = await openOrder(tx, { milestone, posterId: contract.poster_id, ...context });
    await publishContractChange(tx, contract);
    return done({ ...outcome, orderId });
  }
  if (command.step === 'accepted') {
    await updateMilestone(tx, milestone.id, { fund_state: 'accepted', changed_at: now });
    await notify(tx, buildNotice('worker', 'work_accepted', subject));
  } else {
    await releaseMilestone(tx, lockedMilestone.value, subject, now);
  }
  await publishContractChange(tx, contract);
  return done(outcome);
}

type ReleasedBy = 'release_confirmed' | 'released_by_itself';

/** Releases a milestone's money to its worker. The last release completes the job. */
export async function releaseMilestone(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
  by: ReleasedBy = 'release_confirmed',
): Promise<void> {
  await releaseEscrow(tx, lockedMilestone, subject, now, by);
  if ((await countUnreleased(tx, lockedMilestone.job.id)) === 0)
    await completeJob(tx, lockedMilestone, subject, now);
}

/** Moves the whole escrow of the milestone to the worker's wallet, whatever happens to the job. */
export async function releaseEscrow(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
  by: ReleasedBy = 'release_confirmed',
): Promise<void> {
  const { job, contract, milestone } = lockedMilestone;
  const { id: milestoneId, amount_paise: amountPaise } = milestone;
  const rates = await markReleased(tx, milestoneId, now);
  const deductions = calculateDeductions(amountPaise, rates);
  const posted = await post(
    tx,
    release({
      milestoneId,
      jobId: job.id,
      workerId: contract.worker_id,
      amountPaise,
      ...deductions,
      at: now,
    }),
  );
  if (!posted.ok) throw new Error(`release of milestone ${milestoneId}: ${posted.reason}`);
  await insertDeductions(tx, [{ milestoneId, grossPaise: amountPaise }], rates);
  const notices = [
    buildNotice('worker', 'payment_released', {
      ...subject,
      amountPaise: amountPaise - totalDeductions(deductions),
    }),
    buildNotice('poster', by, subject),
  ];
  await enqueueAll(tx, [
    { task: 'make_invoice', payload: { milestoneId } },
    ...notices.map((notification) => ({ task: 'notify', payload: { ...notification } })),
  ]);
  await publish(tx, { users: [contract.worker_id], topic: 'wallet', id: null });
}

async function completeJob(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
): Promise<void> {
  const { job, contract } = lockedMilestone;
  await setJobState(tx, job.id, 'completed');
  await completeContract(tx, job.id, now);
  await addCompletedProject(tx, contract.worker_id);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((side) =>
      buildNotice(side, 'job_completed', subject, `job:${job.id}`),
    ),
  );
}

const WORK_NOTICE = {
  started: 'work_started',
  completed: 'work_completed',
  payment_requested: 'payment_requested',
} as const;

/** The worker starts work, completes it, or requests payment. */
export async function moveWork(
  tx: Tx,
  command: MoveWork,
  context: Pick<MoveContext, 'callerId' | 'now'>,
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneContext(tx, {
    ...command,
    callerId: context.callerId,
    side: 'worker',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  const decision = decideWork(toMilestoneFacts(milestone), command.step);
  if (decision.kind === 'refused') return refuse('conflict', decision.code);
  if (decision.kind === 'taken') return done(null);
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');

  const { now } = context;
  await updateMilestone(tx, milestone.id, {
    work_state: command.step,
    changed_at: now,
    ...(command.step === 'payment_requested' ? { payment_requested_at: now, reminded_at: null } : {}),
  });
  // A step may repeat after a requested change, and then notifies again.
  const event = `${milestone.id}:${now.getTime()}`;
  await notify(
    tx,
    buildNotice(
      'poster',
      WORK_NOTICE[command.step],
      await loadNoticeSubject(tx, lockedMilestone.value),
      event,
    ),
  );
  await publishContractChange(tx, contract);
  return done(null);
}

/** The poster sends finished work back. The worker continues, and no money is released automatically meanwhile. */
export async function requestChange(
  tx: Tx,
  command: RequestChange,
  context: Pick<MoveContext, 'callerId' | 'now'>,
): Promise<Outcome<null>> {
  const lockedMilestone = await lockMilestoneContext(tx, {
    ...command,
    callerId: context.callerId,
    side: 'poster',
  });
  if (!lockedMilestone.ok) return lockedMilestone;
  const { job, contract, milestone } = lockedMilestone.value;
  if (!isUnderWay(job.state)) return refuse('conflict', 'contracts.job_closed');
  const decision = decideChange(toMilestoneFacts(milestone));
  if (!decision) return refuse('conflict', 'contracts.no_work_to_change');
  if (decision.kind === 'refused') return refuse('conflict', decision.code);

  const { now } = context;
  await updateMilestone(tx, milestone.id, {
    work_state: 'started',
    comment: command.comment,
    payment_requested_at: null,
    changed_at: now,
  });
  const subject = await loadNoticeSubject(tx, lockedMilestone.value);
  const notification = buildNotice('worker', 'change_requested', subject, `${milestone.id}:${now.getTime()}`);
  await notify(tx, { ...notification, values: { ...notification.values, comment: command.comment } });
  await publishContractChange(tx, contract);
  return done(null);
}
