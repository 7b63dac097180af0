import type { JobState } from '@fws/contract/jobs/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Side } from '@fws/contract/contracts/model';
import { replayVisit, type VisitDecision } from '@fws/contract/visits/decision';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { Excuse } from '@fws/contract/visits/model';
import type { AnswerNoShow } from '@fws/contract/visits/schemas';
import { toVisitWindow } from '@fws/contract/visits/window';
import { inTx, type Db, type Tx } from '../../platform/db/index.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../platform/idempotency.ts';
import type { Keyring } from '../../platform/keys.ts';
import { findMilestoneJobId, type LockedJob, type MilestoneRow } from '../escrow/index.ts';
import { createSecret } from './door/service.ts';
import type { VisitDeps } from './events.ts';
import { findVisitSide } from './policy.ts';
import { advanceVisit, lockVisit, lockVisitOfJob, type LockedVisit } from './progress/service.ts';
import { foresee, isClaimed, isStartable } from './rules.ts';
import { findVisit, insertVisit, listEvidence, toEvidence, toTerms } from './store.ts';

/** The visit of a job that is awarded now. The caller must hold the lock of the job. */
export async function createVisit(
  tx: Tx,
  visit: {
    milestone: Pick<MilestoneRow, 'id' | 'job_id'>;
    posterId: number;
    workerId: number;
    date: string;
    window: string;
    feePaise: number;
    keyring: Keyring;
    now: Date;
  },
): Promise<void> {
  const { milestone, posterId, workerId, feePaise, keyring, now } = visit;
  const window = toVisitWindow(visit.date, visit.window);
  if (!window) throw new Error(`job ${milestone.job_id} is awarded with a visit at no time`);
  await insertVisit(tx, {
    job_id: milestone.job_id,
    milestone_id: milestone.id,
    poster_id: posterId,
    worker_id: workerId,
    starts_at: new Date(window.startsMs),
    ends_at: new Date(window.endsMs),
    fee_paise: feePaise,
    agreed_at: now,
    secret: createSecret(keyring),
  });
}

/** The milestone is paid into escrow. */
export async function noteFunded(
  tx: Tx,
  lockedJob: LockedJob,
  milestoneId: number,
  now: Date,
): Promise<void> {
  const locked = await lockVisitOfJob(tx, lockedJob);
  if (locked?.visit.milestone_id !== milestoneId) return;
  await advanceVisit(tx, locked, { piece: { kind: 'funded', atMs: now.getTime() }, now, events: null });
}

/** What the visit of a job says to one side that would cancel it now. */
export interface ForeseenCancellation {
  /** A claim about the visit is not decided. */
  isClaimed: boolean;
  /** The milestone whose money is the worker's: the fee. */
  owedMilestoneId: number | null;
  /** The milestone whose money waits for a person. */
  heldMilestoneId: number | null;
  /** Null: there is no visit, or it is over. */
  effect: { counts: boolean; isAbsence: boolean; feePaise: number } | null;
}

const NO_VISIT: ForeseenCancellation = {
  isClaimed: false,
  owedMilestoneId: null,
  heldMilestoneId: null,
  effect: null,
};

/** Who cancels the job of a visit, and with which excuse. */
interface CancelledVisit {
  side: Side;
  excuse: Excuse | null;
  now: Date;
}

/** `isSuspended`: the worker cannot come, and gets no fee. */
export async function foreseeCancellation(
  db: Db | Tx,
  { jobId, side, excuse, now, isSuspended }: CancelledVisit & { jobId: number; isSuspended: boolean },
): Promise<ForeseenCancellation> {
  const visit = await findVisit(db, jobId);
  if (!visit) return NO_VISIT;
  if (isClaimed(visit.state)) return { ...NO_VISIT, isClaimed: true };
  const evidence = (await listEvidence(db, jobId)).map(toEvidence);
  const { money, cause } = foresee(toTerms(visit), evidence, { by: side, excuse, now });
  if (isSuspended) return NO_VISIT;
  const hasFee = visit.fee_paise > 0;
  const owesFee = hasFee && money === 'fee_to_worker';
  const isOpen = isStartable(visit.state);
  return {
    isClaimed: false,
    owedMilestoneId: owesFee ? visit.milestone_id : null,
    heldMilestoneId: isOpen && hasFee && money === 'held' ? visit.milestone_id : null,
    effect: isOpen
      ? {
          counts: cause !== null && cause.excuse === null,
          isAbsence: cause?.isAbsence ?? false,
          feePaise: owesFee ? visit.fee_paise : 0,
        }
      : null,
  };
}

/** The milestone that a visit begins which has not begun. */
export async function findOpenVisitMilestone(tx: Tx, jobId: number): Promise<number | null> {
  const visit = await findVisit(tx, jobId);
  return visit && isStartable(visit.state) ? visit.milestone_id : null;
}

/** The milestone of a fee that is the worker's since the visit was decided, although something held it until now. */
export async function findOwedFee(tx: Tx, jobId: number, now: Date): Promise<number | null> {
  const visit = await findVisit(tx, jobId);
  if (!visit || visit.fee_paise === 0 || isStartable(visit.state)) return null;
  const evidence = (await listEvidence(tx, jobId)).map(toEvidence);
  const { decision } = replayVisit(toTerms(visit), evidence, now.getTime());
  return decision.money === 'fee_to_worker' ? visit.milestone_id : null;
}

/** The job is cancelled. The caller has asked `foreseeCancellation` before, and moves the money. */
export async function noteCancelled(
  tx: Tx,
  lockedJob: LockedJob,
  { side, excuse, now, comment }: CancelledVisit & { comment: string },
): Promise<void> {
  const locked = await lockVisitOfJob(tx, lockedJob);
  if (!locked) return;
  const piece = { kind: 'cancelled' as const, by: side, excuse, atMs: now.getTime() };
  // A visit that has ended, or whose work has started, does not change.
  await advanceVisit(tx, locked, { piece, now, events: null, details: comment });
}

/** Of one of the two sides. `act` builds the evidence. */
async function act(
  tx: Tx,
  { visitEvents: events }: VisitDeps,
  {
    milestoneId,
    userId,
    now,
    details = '',
  }: { milestoneId: number; userId: number; now: Date; details?: string },
  build: (side: Side, locked: LockedVisit) => Outcome<VisitEvidence | null>,
): Promise<Outcome<VisitDecision | null>> {
  const jobId = await findMilestoneJobId(tx, milestoneId);
  const locked = jobId === null ? null : await lockVisit(tx, jobId);
  const side = locked && findVisitSide(locked.visit, userId);
  if (!locked || !side || locked.visit.milestone_id !== milestoneId)
    return refuse('not_found', 'visits.not_found');
  const piece = build(side, locked);
  if (!piece.ok) return piece;
  return piece.value ? advanceVisit(tx, locked, { piece: piece.value, now, events, details }) : done(null);
}

/** The worker leaves. */
export const endVisit = (deps: VisitDeps, userId: number, milestoneId: number): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const now = deps.ports.clock.now();
    const ended = await act(tx, deps, { milestoneId, userId, now }, (side, { visit }) => {
      if (side !== 'worker') return refuse('not_found', 'visits.not_found');
      return done(visit.state === 'ended' ? null : { kind: 'ended', atMs: now.getTime() });
    });
    return ended.ok ? done(null) : ended;
  });

const UNDER_WAY: readonly JobState[] = ['awarded', 'in_progress'];

/** One side says that the other was not there. Repeating it changes nothing. */
export const claimNoShow = (deps: VisitDeps, userId: number, milestoneId: number): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const now = deps.ports.clock.now();
    const claimed = await act(
      tx,
      deps,
      { milestoneId, userId, now },
      (side, { evidence, visit, lockedJob }) => {
        const last = evidence.findLast(({ kind }) => kind === 'claimed');
        if (isClaimed(visit.state) && last?.kind === 'claimed' && last.by === side) return done(null);
        if (!UNDER_WAY.includes(lockedJob.job.state)) return refuse('conflict', 'visits.not_open');
        return done({ kind: 'claimed', by: side, atMs: now.getTime() });
      },
    );
    return claimed.ok ? done(null) : claimed;
  });

/** The other side answers. An answer in time decides at once. */
export const answerNoShow = (
  deps: VisitDeps,
  userId: number,
  { command, idempotency }: { command: AnswerNoShow; idempotency: IdempotencyClaim | null },
): Promise<Outcome<null>> =>
  runMoneyCommand(deps.db, idempotency, async (tx): Promise<Outcome<null>> => {
    const now = deps.ports.clock.now();
    const { milestoneId, answer, excuse, details } = command;
    const answered = await act(tx, deps, { milestoneId, userId, now, details }, (by) => {
      const given = { kind: 'answered' as const, by, atMs: now.getTime() };
      if (answer !== 'excuse') return done({ ...given, answer });
      return excuse ? done({ ...given, answer, excuse }) : refuse('conflict', 'visits.excuse_required');
    });
    return answered.ok ? done(null) : answered;
  });
