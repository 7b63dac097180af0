import {
  COMMENTS_MAX,
  DOCUMENTS_MAX,
  formatTicketNumber,
  type DisputeOrigin,
  type IssueType,
} from '@fws/contract/disputes/model';
import type { Side } from '@fws/contract/contracts/model';
import type { AddComment, RaiseIssue } from '@fws/contract/disputes/schemas';
import { disputeLifecycle } from '@fws/contract/disputes/lifecycle';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { attachFile, saveFile, type NewFile } from '../../platform/files.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../platform/idempotency.ts';
import { enqueue, notify, notifyMany, type Notice } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import type { Cause } from '../../platform/transition.ts';
import {
  holdMilestones,
  liftHold,
  listUndisputed,
  lockMilestones,
  lockPartyJob,
  type LockedJob,
  type MilestoneRow,
} from '../escrow/index.ts';
import { loadPeople } from '../profile/index.ts';
import { getOtherPartyId, isParty, isRaiser } from './policy.ts';
import {
  calculateSchedule,
  chooseMilestones,
  decideHolds,
  mayAddDocument,
  mayComment,
  mayRaise,
  mayWithdraw,
  scheduleLook,
} from './rules.ts';
import {
  findCancelTime,
  findDispute,
  insertDispute,
  lockDispute,
  findOpenDisputeId,
  isWaitingForFws,
  listWithdrawnIds,
  transitionDisputes,
  type DisputeRow,
} from './store.ts';
import { countByUser, hasCited, insertComment, insertDocument, type Citation } from './documents/store.ts';

type Upload = NewFile['upload'] | undefined;

export const buildDisputePath = (disputeId: number): string => `/disputes?ticket=${disputeId}`;

/** Opens a ticket, holds the money of its milestones and notifies the other side. */
export async function raise(
  deps: Deps,
  userId: number,
  {
    command,
    upload,
    idempotency,
  }: { command: RaiseIssue; upload: Upload; idempotency: IdempotencyClaim | null },
): Promise<Outcome<number>> {
  // The file is saved before the transaction that attaches it.
  const fileId = upload ? await saveFile(deps, { ownerId: userId, subject: 'dispute', upload }) : null;
  return runMoneyCommand(deps.db, idempotency, (tx) =>
    raiseInTx(tx, userId, { command, fileId, now: deps.ports.clock.now() }),
  );
}

export async function raiseInTx(
  tx: Tx,
  userId: number,
  { command, fileId, now }: { command: RaiseIssue; fileId: string | null; now: Date },
): Promise<Outcome<number>> {
  const lockedJob = await lockPartyJob(tx, command.jobId, userId);
  if (!lockedJob) return refuse('not_found', 'disputes.job_not_found');
  const { job, contract, side } = lockedJob;
  const allowed = mayRaise({ state: job.state, cancelledAt: await findCancelTime(tx, job.id) }, now);
  if (!allowed.ok) return allowed;
  const undisputed = await listUndisputed(tx, lockedJob, await lockMilestones(tx, lockedJob));
  const hasOpenDispute = (await findOpenDisputeId(tx, job.id)) !== null;
  const milestones = chooseMilestones(undisputed, command.milestoneIds, hasOpenDispute);
  if (!milestones.ok) return milestones;
  const { held, unheld } = decideHolds(milestones.value, await listWithdrawnIds(tx, job.id, userId));
  if (unheld.length > 0 && (await isWaitingForFws(tx, job.id, userId)))
    return refuse('conflict', 'disputes.already_waits');
  const dispute = await openDispute(tx, lockedJob, {
    side,
    issue: command.issue,
    details: command.details,
    origin: 'party',
    milestones: held,
    unheld,
    cause: { by: { role: side, userId }, at: now },
  });
  const against = side === 'poster' ? contract.worker_id : contract.poster_id;
  if (fileId) await attach(tx, dispute.id, { fileId, userId, now });
  const values = { job: job.title, ticket: formatTicketNumber(dispute.id) };
  await notify(tx, {
    userId: against,
    type: unheld.length > 0 ? 'dispute_raised_again' : 'dispute_raised',
    values: { ...values, person: await getPersonName(tx, userId) },
    path: buildDisputePath(dispute.id),
    dedupeKey: `dispute:${dispute.id}:raised`,
  });
  return done(dispute.id);
}

/**
 * Opens a ticket of one side about these milestones and holds their money. `milestones` are locked and in no open dispute.
 * The caller notifies.
 */
export async function openDispute(
  tx: Tx,
  lockedJob: LockedJob,
  opened: {
    side: Side;
    issue: IssueType;
    details: string;
    origin: DisputeOrigin;
    milestones: readonly MilestoneRow[];
    /** Milestones that it is about, too, and that wait for FWS without a hold. */
    unheld?: readonly MilestoneRow[];
    cause: Cause;
  },
): Promise<DisputeRow> {
  const { job, contract } = lockedJob;
  const { side, issue, details, origin, milestones, unheld = [], cause } = opened;
  const waitsForFws = unheld.length > 0;
  const schedule = calculateSchedule(cause.at);
  const { documentsDueAt, reviewDueAt } = waitsForFws ? scheduleLook(cause.at) : schedule;
  const [raisedBy, against] =
    side === 'poster' ? [contract.poster_id, contract.worker_id] : [contract.worker_id, contract.poster_id];
  const dispute = await insertDispute(tx, {
    job_id: job.id,
    raised_by: raisedBy,
    against,
    issue,
    details,
    origin,
    raised_at: cause.at,
    documents_due_at: documentsDueAt,
    review_due_at: reviewDueAt,
    waits_for_fws: waitsForFws,
  });
  await holdMilestones(tx, lockedJob, { disputeId: dispute.id, milestones, unheld, cause });
  await enqueue(
    tx,
    'remind_dispute',
    { disputeId: dispute.id, of: 'documents' },
    { runAt: schedule.remindDocumentsAt },
  );
  await enqueue(
    tx,
    'remind_dispute',
    { disputeId: dispute.id, of: 'review' },
    { runAt: schedule.remindReviewAt },
  );
  await publishDisputeChange(tx, dispute);
  return dispute;
}

/** Adds a document of either side, until the last day for documents is over. */
export async function addDocument(
  deps: Deps,
  userId: number,
  { issueId, upload }: { issueId: number; upload: Upload },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  // Check before saving the file, because most refusals are known by now.
  const unlockedDispute = await findDispute(deps.db, issueId);
  if (!unlockedDispute || !isParty(unlockedDispute, userId)) return refuse('not_found', 'disputes.not_found');
  const ability = mayAddDocument(unlockedDispute, now);
  if (!ability.allowed) return refuse('conflict', ability.reason);
  if (!upload) return refuseField('document', 'disputes.document_required');
  const fileId = await saveFile(deps, { ownerId: userId, subject: 'dispute', upload });
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const dispute = await lockDispute(tx, unlockedDispute);
    const currentAbility = dispute && mayAddDocument(dispute, now);
    if (!currentAbility) return refuse('not_found', 'disputes.not_found');
    if (!currentAbility.allowed) return refuse('conflict', currentAbility.reason);
    const values = { maximum: DOCUMENTS_MAX };
    if ((await countByUser(tx, 'dispute_document', issueId, userId)) >= DOCUMENTS_MAX)
      return refuse('conflict', 'disputes.too_many_documents', { values });
    await attach(tx, issueId, { fileId, userId, now });
    await notifyOtherSide(tx, dispute, userId, { type: 'dispute_document', event: `document:${fileId}` });
    return done(null);
  });
}

async function attach(
  tx: Tx,
  disputeId: number,
  { fileId, userId, now }: { fileId: string; userId: number; now: Date },
): Promise<void> {
  await attachFile(tx, fileId, disputeId);
  await insertDocument(tx, { disputeId, fileId, userId, now });
}

export const addComment = (deps: Deps, userId: number, command: AddComment): Promise<Outcome<null>> =>
  inTx(deps.db, (tx) => addCommentInTx(tx, userId, { ...command, now: deps.ports.clock.now() }));

/** Adds a comment of either side. The same citation in the same words is there once. */
export async function addCommentInTx(
  tx: Tx,
  userId: number,
  { issueId, text, cited, now }: AddComment & { cited?: Citation; now: Date },
): Promise<Outcome<null>> {
  const unlockedDispute = await findDispute(tx, issueId);
  const dispute = unlockedDispute && (await lockDispute(tx, unlockedDispute));
  if (!dispute || !isParty(dispute, userId)) return refuse('not_found', 'disputes.not_found');
  const comment = { disputeId: dispute.id, userId, body: text };
  if (cited && (await hasCited(tx, { ...comment, number: cited.number }))) return done(null);
  const ability = mayComment(dispute);
  if (!ability.allowed) return refuse('conflict', ability.reason);
  const values = { maximum: COMMENTS_MAX };
  if ((await countByUser(tx, 'dispute_comment', dispute.id, userId)) >= COMMENTS_MAX)
    return refuse('conflict', 'disputes.too_many_comments', { values });
  const id = await insertComment(tx, { ...comment, cited, now });
  await notifyOtherSide(tx, dispute, userId, { type: 'dispute_comment', event: `comment:${id}` });
  return done(null);
}

/** The user who raised the issue withdraws it; repeating this changes nothing. The job continues. */
export function withdraw(deps: Deps, userId: number, issueId: number): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, (tx) => withdrawInTx(tx, userId, { issueId, now }));
}

async function withdrawInTx(
  tx: Tx,
  userId: number,
  { issueId, now }: { issueId: number; now: Date },
): Promise<Outcome<null>> {
  const unlockedDispute = await findDispute(tx, issueId);
  if (!unlockedDispute || !isParty(unlockedDispute, userId)) return refuse('not_found', 'disputes.not_found');
  const lockedJob = await lockPartyJob(tx, unlockedDispute.job_id, userId);
  const dispute = await lockDispute(tx, unlockedDispute);
  if (!lockedJob || !dispute) return refuse('not_found', 'disputes.not_found');
  if (dispute.ending === 'withdrawn' && isRaiser(dispute, userId)) return done(null);
  const ability = mayWithdraw(dispute, userId);
  if (!ability.allowed)
    return refuse(ability.reason === 'disputes.only_raiser' ? 'forbidden' : 'conflict', ability.reason);
  const cause: Cause = { by: { role: lockedJob.side, userId }, at: now };
  await transitionDisputes(tx, [dispute], 'withdraw', {
    ...cause,
    change: { ending: 'withdrawn', closed_at: now },
  });
  await liftHold(tx, lockedJob, { disputeId: issueId, cause });
  await notifyMany(
    tx,
    listSides(lockedJob).map(({ id, side }) => ({
      userId: id,
      type: getNoticeType(disputeLifecycle, 'withdraw', side),
      values: { job: lockedJob.job.title },
      path: buildDisputePath(issueId),
      dedupeKey: `dispute:${issueId}:withdrawn`,
    })),
  );
  await publishDisputeChange(tx, dispute);
  return done(null);
}

export const listSides = ({ contract }: Pick<LockedJob, 'contract'>) =>
  [
    { side: 'poster', id: contract.poster_id },
    { side: 'worker', id: contract.worker_id },
  ] as const;

async function notifyOtherSide(
  tx: Tx,
  dispute: DisputeRow,
  userId: number,
  { type, event }: { type: Notice['type']; event: string },
): Promise<void> {
  await notify(tx, {
    userId: getOtherPartyId(dispute, userId),
    type,
    values: { person: await getPersonName(tx, userId), ticket: formatTicketNumber(dispute.id) },
    path: buildDisputePath(dispute.id),
    dedupeKey: `dispute:${dispute.id}:${event}`,
  });
  await publishDisputeChange(tx, dispute);
}

export const publishDisputeChange = (tx: Tx, { id, raised_by, against }: DisputeRow): Promise<void> =>
  publish(tx, { users: [raised_by, against], topic: 'disputes', id });

const getPersonName = async (tx: Tx, userId: number): Promise<string> =>
  (await loadPeople(tx, [userId])).get(userId)?.name ?? '';
