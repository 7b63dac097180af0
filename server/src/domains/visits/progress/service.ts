import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { replayVisit, type VisitChange, type VisitDecision } from '@fws/contract/visits/decision';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { Tx } from '../../../platform/db/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { lockAwardedJob, lockMilestones, type LockedJob, type MilestoneRow } from '../../escrow/index.ts';
import type { VisitEvents } from '../events.ts';
import { OBSTACLES } from '../rules.ts';
import {
  insertEvidence,
  listEvidence,
  lockVisitRow,
  saveDue,
  toEvidence,
  toTerms,
  transitionVisits,
  type Position,
  type VisitRow,
} from '../store.ts';
import { carryOut } from './effects.ts';

/** A visit with all rows that it may change, and what is known of it. */
export interface LockedVisit {
  lockedJob: LockedJob;
  milestones: MilestoneRow[];
  visit: VisitRow;
  evidence: VisitEvidence[];
}

/** Locks the job, then its milestones, then the visit. Null: the job has none. */
export async function lockVisit(tx: Tx, jobId: number): Promise<LockedVisit | null> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  return lockedJob && lockVisitOfJob(tx, lockedJob);
}

/** The same where the job is locked already. */
export async function lockVisitOfJob(tx: Tx, lockedJob: LockedJob): Promise<LockedVisit | null> {
  const jobId = lockedJob.job.id;
  const milestones = await lockMilestones(tx, lockedJob);
  const visit = await lockVisitRow(tx, jobId);
  if (!visit) return null;
  const evidence = (await listEvidence(tx, jobId)).map(toEvidence);
  return { lockedJob, milestones, visit, evidence };
}

const toCause = (visit: VisitRow, { by, atMs }: VisitChange): Cause => ({
  by: by === 'system' ? BY_SYSTEM : { role: by, userId: by === 'poster' ? visit.poster_id : visit.worker_id },
  at: new Date(atMs),
});

/**
 * Adds a piece of evidence, and changes the visit as the rule says of all that is known now. Without a piece only time
 * passes. `events`: what money asks of the domain above; null where the caller knows that none moves.
 */
export async function advanceVisit(
  tx: Tx,
  locked: LockedVisit,
  {
    piece,
    position,
    now,
    events,
    details = '',
  }: {
    piece?: VisitEvidence;
    position?: Position;
    now: Date;
    events: VisitEvents | null;
    /** For a dispute that it may open. */
    details?: string;
  },
): Promise<Outcome<VisitDecision>> {
  const { visit } = locked;
  const evidence = piece ? [...locked.evidence, piece] : locked.evidence;
  const { changes, decision, obstacle } = replayVisit(toTerms(visit), evidence, now.getTime());
  if (piece && obstacle) return refuse('conflict', OBSTACLES[obstacle]);
  if (piece) await insertEvidence(tx, visit.job_id, piece, position);
  let row = visit;
  for (const change of changes.slice(visit.changes)) {
    const before = row;
    const number = row.changes + 1;
    const cause = toCause(visit, change);
    [row = before] = await transitionVisits(tx, [row], change.event, {
      ...cause,
      change: { changes: number },
    });
    row = { ...row, changes: number };
    await carryOut(
      tx,
      { ...locked, visit: row },
      {
        before,
        change,
        decision,
        now,
        events,
        details,
      },
    );
  }
  const dueAt = decision.dueMs === null ? null : new Date(decision.dueMs);
  if (dueAt?.getTime() !== visit.due_at?.getTime()) await saveDue(tx, visit.job_id, dueAt);
  return done(decision);
}
