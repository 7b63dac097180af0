import type { Side } from '@fws/contract/contracts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { listPossibleTimes, type DeviceStep } from '@fws/contract/visits/possible-times';
import type { StartVisit } from '@fws/contract/visits/schemas';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Keyring } from '../../../platform/keys.ts';
import { findMilestoneJobId, type LockedJob } from '../../escrow/index.ts';
import { checkCode, checkScan } from '../door/service.ts';
import type { VisitDeps } from '../events.ts';
import { findVisitSide } from '../policy.ts';
import { advanceVisit, lockVisit, lockVisitOfJob, type LockedVisit } from '../progress/service.ts';
import { findObstacle, isStartable, OBSTACLES } from '../rules.ts';
import { toDeviceStep } from '../steps/rules.ts';
import { toTerms } from '../store.ts';

/** What the worker shows that they are at the door. Empty texts: nothing. */
interface Proof {
  code: string;
  signed: string;
  step: DeviceStep;
  keyring: Keyring;
}

function checkProof(tx: Tx, { visit, evidence }: LockedVisit, proof: Proof): Promise<Outcome<null>> {
  if (proof.signed === '') return checkCode(tx, visit, proof);
  const steps = evidence.flatMap((piece) =>
    'step' in piece ? [{ ...piece.step, receivedMs: piece.atMs }] : [],
  );
  const time = listPossibleTimes([...steps, proof.step], visit.agreed_at.getTime()).at(-1);
  if (!time) throw new Error('a step has no possible time');
  return checkScan(tx, visit, { signed: proof.signed, scanned: time });
}

/** Both met. The caller starts the work. Null where it has started, so that a repetition changes nothing. */
async function noteStart(
  tx: Tx,
  locked: LockedVisit,
  { by, proof, now }: { by: Side; proof: Proof | null; now: Date },
): Promise<Outcome<{ isNew: boolean }>> {
  const { state } = locked.visit;
  if (state === 'started' || state === 'ended') return done({ isNew: false });
  const piece = { kind: 'started' as const, by, atMs: now.getTime() };
  // Before the code is judged, so that no try is used up where none starts the work.
  const obstacle = findObstacle(toTerms(locked.visit), locked.evidence, piece);
  if (obstacle) return refuse('conflict', OBSTACLES[obstacle]);
  const proved = proof ? await checkProof(tx, locked, proof) : done(null);
  if (!proved.ok) return proved;
  const advanced = await advanceVisit(tx, locked, { piece, now, events: null });
  return advanced.ok ? done({ isNew: true }) : advanced;
}

/** The worker starts with the code or a scan, the poster without. */
export const startVisit = (
  { db, ports, keyring, visitEvents }: VisitDeps,
  userId: number,
  command: StartVisit,
): Promise<Outcome<null>> =>
  inTx(db, async (tx): Promise<Outcome<null>> => {
    const now = ports.clock.now();
    const jobId = await findMilestoneJobId(tx, command.milestoneId);
    const locked = jobId === null ? null : await lockVisit(tx, jobId);
    const by = locked && findVisitSide(locked.visit, userId);
    if (!locked || !by || locked.visit.milestone_id !== command.milestoneId)
      return refuse('not_found', 'visits.not_found');
    if (by === 'worker' && command.code === '' && command.signed === '')
      return refuse('conflict', 'visits.code_needed');
    const step = toDeviceStep(command, locked.evidence, now);
    const proof = by === 'worker' ? { ...command, step, keyring } : null;
    const noted = await noteStart(tx, locked, { by, proof, now });
    if (!noted.ok) return noted;
    if (!noted.value.isNew) return done(null);
    const { job_id: visitJobId, milestone_id: milestoneId } = locked.visit;
    return visitEvents.startWork(tx, { jobId: visitJobId, milestoneId, by, now });
  });

/** Of the job, before the worker starts a milestone in the old way. A visit that is open there needs its code. */
export async function passDoor(
  tx: Tx,
  lockedJob: LockedJob,
  { milestoneId, code, keyring, now }: { milestoneId: number; code: string; keyring: Keyring; now: Date },
): Promise<Outcome<null>> {
  const locked = await lockVisitOfJob(tx, lockedJob);
  if (locked?.visit.milestone_id !== milestoneId || !isStartable(locked.visit.state)) return done(null);
  if (code === '') return refuse('conflict', 'visits.code_needed');
  const step = toDeviceStep({ device: '', counter: 0, deviceTime: null, serverTimeSeen: null }, [], now);
  const noted = await noteStart(tx, locked, {
    by: 'worker',
    proof: { code, signed: '', step, keyring },
    now,
  });
  return noted.ok ? done(null) : noted;
}
