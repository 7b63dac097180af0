import type { Side } from '@fws/contract/contracts/model';
import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import type { VisitChange, VisitDecision } from '@fws/contract/visits/decision';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { Tx } from '../../../platform/db/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { addCommentInTx, openDispute } from '../../disputes/index.ts';
import { isUnderWay, publishContractChange, type LockedJob, type MilestoneRow } from '../../escrow/index.ts';
import type { VisitEvents } from '../events.ts';
import { getUserId, notifyOfVisit } from '../notices.ts';
import { isClaimed } from '../rules.ts';
import type { VisitRow } from '../store.ts';

interface Changed {
  lockedJob: LockedJob;
  milestones: readonly MilestoneRow[];
  visit: VisitRow;
  evidence: readonly VisitEvidence[];
}

interface Decided {
  before: VisitRow;
  change: VisitChange;
  decision: VisitDecision;
  now: Date;
  events: VisitEvents | null;
  details: string;
}

const getOther = (side: Side): Side => (side === 'poster' ? 'worker' : 'poster');

/** Tells who has to know of a change, and moves the money that it decides about. */
export async function carryOut(tx: Tx, changed: Changed, decided: Decided): Promise<void> {
  await tell(tx, changed, decided);
  const { visit } = changed;
  if (visit.state === 'missed') await moveMoney(tx, changed, decided);
  if (visit.state === 'contested') await dispute(tx, changed, decided);
  await publishContractChange(tx, changed.lockedJob.contract);
}

async function tell(tx: Tx, { lockedJob, visit, evidence }: Changed, { before, change, decision }: Decided) {
  const { changes } = visit;
  const claim = evidence.findLast(({ kind }) => kind === 'claimed');
  const claimedBy = claim?.kind === 'claimed' && isClaimed(before.state) ? claim.by : null;
  const by = change.by === 'system' ? null : change.by;
  const send = (notice: Omit<Parameters<typeof notifyOfVisit>[3], 'changes'>) =>
    notifyOfVisit(tx, lockedJob, visit, { ...notice, changes });
  if (change.event === 'leave') await send({ type: 'visit_on_the_way', to: ['poster'], person: 'worker' });
  if (change.event === 'arrive') await send({ type: 'visit_arrived', to: ['poster'], person: 'worker' });
  if (change.event === 'claim' && by) await send({ type: 'visit_claimed', to: [getOther(by)], person: by });
  if (change.event === 'refute') await send({ type: 'visit_claim_ended', to: ['poster'], person: 'worker' });
  // The one who says that the work starts knows that their own claim has ended.
  if (change.event === 'start' && claimedBy && claimedBy !== by)
    await send({ type: 'visit_claim_ended', to: [claimedBy], person: getOther(claimedBy) });
  if (change.event === 'start' && by === 'poster')
    await send({ type: 'visit_started', to: ['worker'], person: 'poster' });
  if (change.event === 'lapse' && claimedBy && decision.dueMs !== null) {
    const time = new Date(decision.dueMs).toISOString();
    await send({ type: 'visit_unanswered', to: [getOther(claimedBy)], person: claimedBy, values: { time } });
  }
  if (visit.state === 'missed' && decision.cause) {
    const type = decision.cause.side === 'poster' ? 'visit_poster_absent' : 'visit_worker_absent';
    await send({ type, to: ['poster', 'worker'], person: decision.cause.side });
  }
}

/** Only money that nobody has decided about before, and that no dispute holds. */
const isFree = (milestone: MilestoneRow): boolean => milestone.fund_state === 'funded' && !milestone.on_hold;

async function moveMoney(
  tx: Tx,
  { lockedJob, milestones, visit }: Changed,
  { decision, change, now, events }: Decided,
): Promise<void> {
  if (!events) throw new Error(`visit ${visit.job_id} moves money, and nobody carries it out`);
  if (decision.money === 'all_back' && isUnderWay(lockedJob.job.state) && lockedJob.job.state !== 'ending')
    await events.endForAbsence(tx, lockedJob, now);
  const fee = milestones.find(({ id, kind }) => id === visit.milestone_id && kind === 'visit');
  if (decision.money !== 'fee_to_worker' || !fee || !isFree(fee)) return;
  // The poster agreed, or silence did.
  const by = change.by === 'poster' ? { role: change.by, userId: visit.poster_id } : BY_SYSTEM;
  await events.payFee(tx, { ...lockedJob, milestone: fee }, { by, at: now });
}

/** What a contested claim is about: the fee, or everything that nobody has worked for. */
const listContested = (milestones: readonly MilestoneRow[], visit: VisitRow, claimedBy: Side) =>
  milestones.filter(
    ({ id, kind, fund_state: fund, work_state: work, on_hold: onHold }) =>
      isInEscrow(fund) &&
      !onHold &&
      work === 'not_started' &&
      (claimedBy === 'poster' || (kind === 'visit' && id === visit.milestone_id)),
  );

/** Opens a dispute in the name of who claims, who may withdraw it. Without money there is nothing to hold. */
async function dispute(
  tx: Tx,
  { lockedJob, milestones, visit }: Changed,
  { change, decision, now, details }: Decided,
): Promise<void> {
  const side = decision.claimedBy ?? 'worker';
  const contested = listContested(milestones, visit, side);
  if (contested.length === 0) {
    // Nobody decides about it, and who claims is told that it has ended.
    if (decision.claimedBy && change.by !== 'system')
      await notifyOfVisit(tx, lockedJob, visit, {
        type: 'visit_claim_ended',
        to: [decision.claimedBy],
        person: getOther(decision.claimedBy),
        changes: visit.changes,
      });
    return;
  }
  const opened = await openDispute(tx, lockedJob, {
    side,
    issue: side === 'poster' ? 'provider_absent' : 'poster_silent',
    details: '',
    origin: 'visit',
    milestones: contested,
    cause: { by: BY_SYSTEM, at: now },
  });
  // The words are those of the side that contests, not of the one in whose name it is opened.
  if (change.by !== 'system' && details !== '') {
    const said = { issueId: opened.id, text: details, now };
    const added = await addCommentInTx(tx, getUserId(visit, change.by), said);
    if (!added.ok) throw new Error(`dispute ${opened.id} takes no comment of the ${change.by}`);
  }
  await notifyOfVisit(tx, lockedJob, visit, {
    type: 'visit_contested',
    to: ['poster', 'worker'],
    person: side,
    changes: visit.changes,
    values: { ticket: formatTicketNumber(opened.id) },
    path: `/disputes?ticket=${opened.id}`,
  });
}
