import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { VisitArrival, VisitStep } from '@fws/contract/visits/schemas';
import { inTx } from '../../../platform/db/index.ts';
import { findMilestoneJobId } from '../../escrow/index.ts';
import type { VisitDeps } from '../events.ts';
import { findVisitSide } from '../policy.ts';
import { advanceVisit, lockVisit } from '../progress/service.ts';
import { STEPS_MAX } from '../rules.ts';
import { isRepeated, toDeviceStep } from './rules.ts';

/** The worker is on the way or at the door. Sending a step again changes nothing. */
export const noteStep = (
  { db, ports, visitEvents }: VisitDeps,
  userId: number,
  { kind, ...command }: (VisitStep & { kind: 'on_my_way' }) | (VisitArrival & { kind: 'arrived' }),
): Promise<Outcome<null>> =>
  inTx(db, async (tx): Promise<Outcome<null>> => {
    const now = ports.clock.now();
    const jobId = await findMilestoneJobId(tx, command.milestoneId);
    const locked = jobId === null ? null : await lockVisit(tx, jobId);
    if (
      locked?.visit.milestone_id !== command.milestoneId ||
      findVisitSide(locked.visit, userId) !== 'worker'
    )
      return refuse('not_found', 'visits.not_found');
    const { receivedMs, ...step } = toDeviceStep(command, locked.evidence, now);
    if (isRepeated(locked.evidence, { ...step, receivedMs })) return done(null);
    if (locked.evidence.length >= STEPS_MAX) return refuse('conflict', 'visits.too_many_steps');
    const advanced = await advanceVisit(tx, locked, {
      piece: { kind, step, atMs: receivedMs },
      ...('latitude' in command && { position: command }),
      now,
      events: visitEvents,
    });
    return advanced.ok ? done(null) : advanced;
  });
