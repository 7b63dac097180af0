import type { PartChange } from '@fws/contract/contracts/change-orders/model';
import type { Side } from '@fws/contract/contracts/model';
import type { PaymentLimits, WantedPlan } from '@fws/contract/contracts/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { LOCALES } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { AttemptLimit } from '../../../platform/attempts.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { lockMilestones, lockPartyJob, type LockedJob, type MilestoneRow } from '../../escrow/index.ts';
import { areBlocked, loadPeople } from '../../profile/index.ts';
import { findIdentityLimit } from '../../rests/index.ts';
import { findOpenVisitMilestone } from '../../visits/index.ts';
import { refuseUnidentifiedPlan } from '../policy.ts';
import { findSuspendedSide } from '../facts.ts';
import { getNextPosition, toPartFacts, toPlans, type StoredPlan } from './facts.ts';
import {
  compareParts,
  findChangeProblem,
  findPlanObstacle,
  sumPaise,
  sumUnpaid,
  toChanges,
  type ChangeProblem,
  type Plan,
} from './rules.ts';
import { findContractPlan, listPlanVersions, type Turn } from './store.ts';

export interface ChangeContext {
  callerId: number;
  limits: PaymentLimits;
  /** How many changes one user may propose. */
  proposals: AttemptLimit;
  now: Date;
}

/** A job whose plan one side wants to change, with all that this depends on, locked. */
export interface LockedPlan {
  lockedJob: LockedJob;
  side: Side;
  milestones: MilestoneRow[];
  plan: Plan;
  current: StoredPlan;
  /** Nobody has agreed to a change yet, so the plan of the award is not stored. */
  isFirst: boolean;
}

/** For one of its two sides; null for anybody else. */
export async function lockPlan(tx: Tx, jobId: number, callerId: number): Promise<LockedPlan | null> {
  const lockedJob = await lockPartyJob(tx, jobId, callerId);
  if (!lockedJob) return null;
  const milestones = await lockMilestones(tx, lockedJob);
  const versions = await listPlanVersions(tx, jobId);
  const plans = toPlans(versions, milestones, await findContractPlan(tx, jobId));
  const current = plans.at(-1) ?? plans[0];
  const visitMilestoneId = await findOpenVisitMilestone(tx, jobId);
  return {
    lockedJob,
    side: lockedJob.side,
    milestones,
    plan: {
      parts: milestones.map((milestone) => ({
        ...toPartFacts(milestone),
        ...(milestone.id === visitMilestoneId && { visit: milestone.kind === 'visit' ? 'fee' : 'work' }),
      })),
      nextPosition: getNextPosition(plans, current.version),
    },
    current,
    isFirst: versions.length === 0,
  };
}

/** Checks a wanted plan, and turns it into a proposal. */
export async function prepareTurn(
  tx: Tx,
  locked: LockedPlan,
  wanted: WantedPlan,
  context: ChangeContext,
): Promise<Outcome<Turn>> {
  const { lockedJob, side, plan, current } = locked;
  const { contract } = lockedJob;
  const allowed = await checkMayChange(tx, locked);
  if (!allowed.ok) return allowed;
  if (wanted.note !== '' && (await areBlocked(tx, contract.poster_id, contract.worker_id)))
    return refuseField('note', 'contracts.change_note_blocked');
  const compared = toChanges(plan.parts, wanted, isSameName);
  if (!compared.ok) return refuseProblem(compared.problem);
  const { changes } = compared;
  const finishBy = wanted.finishBy === current.finish_by ? null : wanted.finishBy;
  if (changes.length === 0 && finishBy === null) return refuse('conflict', 'contracts.change_nothing');
  const checked = await checkChanges(tx, locked, { changes, finishBy }, context);
  if (!checked.ok) return checked;
  const rows = compareParts(plan.parts, changes, plan.nextPosition);
  const totalPaise = sumPaise(rows.map(({ amountPaise }) => amountPaise));
  return done({ side, changes, finishBy, totalPaise, note: wanted.note, at: context.now });
}

/** A standard part is shown, and sent back, in the language of the side. */
const isSameName = (stored: string, sent: string): boolean =>
  stored === sent || LOCALES.some((locale) => translateIfId(locale, stored) === sent);

/** A plan changes while work goes on, and while both sides can act. */
export async function checkMayChange(tx: Tx, { lockedJob, side }: LockedPlan): Promise<Outcome<null>> {
  const { job, contract } = lockedJob;
  const people = await loadPeople(tx, [contract.poster_id, contract.worker_id]);
  const obstacle = findPlanObstacle(job.state, findSuspendedSide(contract, side, people));
  return obstacle ? refuse('conflict', obstacle) : done(null);
}

const refuseProblem = ({ code, values, field, kind }: ChangeProblem): Outcome<never> =>
  field ? refuseField(field, code, values) : refuse(kind ?? 'conflict', code, values ? { values } : {});

/** Asked when a change is proposed, and again when it is agreed: both times under the locks. */
export async function checkChanges(
  tx: Tx,
  { lockedJob, side, plan }: LockedPlan,
  proposal: { changes: readonly PartChange[]; finishBy: string | null },
  { limits, now }: ChangeContext,
): Promise<Outcome<null>> {
  const problem = findChangeProblem(plan, proposal, { limits, today: toIstDate(now) });
  if (problem) return refuseProblem(problem);
  const { poster_id: payerId } = lockedJob.contract;
  const { beforePaise, afterPaise } = sumUnpaid(plan, proposal.changes);
  if (afterPaise <= beforePaise) return done(null);
  const maxPaise = await findIdentityLimit(tx, payerId, now);
  if (maxPaise === null || afterPaise <= maxPaise) return done(null);
  const payerName = (await loadPeople(tx, [payerId])).get(payerId)?.firstName ?? '';
  return refuseUnidentifiedPlan(side, { maxPaise, payerName });
}
