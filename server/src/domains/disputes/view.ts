import { AFTER_CANCEL_DAYS, formatTicketNumber } from '@fws/contract/disputes/model';
import type { IssueComment, IssueDocument, IssueJob, IssueSettlement } from '@fws/contract/disputes/schemas';
import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import type { Page } from '@fws/contract/platform/call';
import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import type { Db } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { toFileLink } from '../../platform/files.ts';
import { findSide } from '../escrow/index.ts';
import { loadPeople, type PersonRow } from '../profile/index.ts';
import { getOtherPartyId, isParty, isRaiser } from './policy.ts';
import { mayAddDocument, mayComment, mayWithdraw } from './rules.ts';
import {
  findDispute,
  findListedDispute,
  listUserDisputes,
  listDisputableJobs,
  listMilestoneIds,
  listMilestones,
  type DisputeRow,
  type ListedRow,
} from './store.ts';
import { listParts } from './settling/store.ts';
import { listComments, listDocuments, type Citation } from './documents/store.ts';
import type { Issue, IssueSummary } from '@fws/contract/disputes/schemas';

const DAY_MS = 24 * 3600_000;

type People = Map<number, PersonRow>;
const getName = (people: People, id: number): string => people.get(id)?.name ?? '';

/** One tab of a user's issues, raised by either side. */
export async function listIssues(
  deps: Deps,
  userId: number,
  query: PageRequest & { state: DisputeState },
): Promise<Outcome<Page<IssueSummary>>> {
  const { state, limit } = query;
  const page = await loadPageByTime(
    query,
    (after) => listUserDisputes(deps.db, userId, { state, after, limit }),
    (row) => [row.raised_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const people = await loadPeople(
    deps.db,
    rows.flatMap((row) => [row.raised_by, row.against]),
  );
  return done({ items: rows.map((row) => toListedIssue(row, userId, people)), nextCursor });
}

export async function listJobs(
  deps: Deps,
  userId: number,
  query: PageRequest,
): Promise<Outcome<Page<IssueJob>>> {
  const cancelledAfter = new Date(deps.ports.clock.now().getTime() - AFTER_CANCEL_DAYS * DAY_MS);
  const page = await loadPageByTime(
    query,
    (after) => listDisputableJobs(deps.db, userId, { after, limit: query.limit, cancelledAfter }),
    (row) => [row.awardedAt, row.jobId],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const people = await loadPeople(
    deps.db,
    rows.map((row) => row.withId),
  );
  const items = rows.map(({ jobId, jobNumber, title, side, withId }) => ({
    jobId,
    jobNumber,
    title,
    side,
    withName: getName(people, withId),
  }));
  return done({ items, nextCursor });
}

/** One ticket for either of its sides; `not_found` for anybody else. */
export async function readIssue(deps: Deps, issueId: number, userId: number): Promise<Outcome<Issue>> {
  const { db } = deps;
  const row = await findListedDispute(db, issueId);
  if (!row || !isParty(row, userId)) return refuse('not_found', 'disputes.not_found');
  const [people, documents, comments, milestones, milestoneIds, heldIds, settlement] = await Promise.all([
    loadPeople(db, [row.raised_by, row.against]),
    listDocuments(db, row.id),
    listComments(db, row.id),
    listMilestones(db, row.job_id),
    listMilestoneIds(db, row),
    listMilestoneIds(db, row, 'held'),
    findSettlement(db, row),
  ]);
  const toAuthorFields = (byId: number, at: Date) => ({
    mine: byId === userId,
    byName: isParty(row, byId) ? getName(people, byId) : 'FWS',
    addedAt: at.toISOString(),
  });
  const toCited = ({ isOwn, sentAt, ...cited }: Citation, authorId: number) => {
    const writerId = isOwn ? authorId : getOtherPartyId(row, authorId);
    const { mine, byName } = toAuthorFields(writerId, sentAt);
    return { ...cited, mine, byName, sentAt: sentAt.toISOString() };
  };
  const heldMilestones =
    row.state === 'open'
      ? milestones.filter(
          ({ id, on_hold, fund_state }) => heldIds.includes(id) && on_hold && isInEscrow(fund_state),
        )
      : [];
  return done({
    ...toListedIssue(row, userId, people),
    milestoneCount: milestones.length,
    milestoneIds,
    held: heldMilestones.map((part) => ({
      milestoneId: part.id,
      position: part.position,
      amountPaise: part.amount_paise,
    })),
    documentsDueOn: toIstDate(row.documents_due_at),
    reviewDueOn: toIstDate(row.review_due_at),
    documents: documents.map((file): IssueDocument => ({
      ...toFileLink(file),
      ...toAuthorFields(file.user_id, file.added_at),
    })),
    comments: comments.map((comment): IssueComment => ({
      id: comment.id,
      text: comment.body,
      cited: comment.cited && toCited(comment.cited, comment.user_id),
      ...toAuthorFields(comment.user_id, comment.added_at),
    })),
    settlement,
    abilities: {
      comment: mayComment(row),
      addDocument: mayAddDocument(row, deps.ports.clock.now()),
      withdraw: mayWithdraw(row, userId),
    },
  });
}

/** The decision, summed up for both sides; null if the dispute was not settled. */
export async function findSettlement(db: Db, row: DisputeRow): Promise<IssueSettlement | null> {
  if (row.ending !== 'settled') return null;
  const parts = await listParts(db, row.id);
  return {
    toWorkerPaise: parts.reduce((sum, part) => sum + part.to_worker_paise, 0),
    toPosterPaise: parts.reduce((sum, part) => sum + part.to_poster_paise, 0),
    reason: row.reason ?? '',
  };
}

function toListedIssue(row: ListedRow, userId: number, people: People): IssueSummary {
  return {
    id: row.id,
    ticket: formatTicketNumber(row.id),
    jobId: row.job_id,
    jobNumber: row.number,
    jobTitle: row.title,
    issue: row.issue,
    details: row.details,
    state: row.state,
    ending: row.ending,
    raisedAt: row.raised_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    side: findSide(row, userId) ?? 'worker',
    raisedByMe: isRaiser(row, userId),
    origin: row.origin,
    waitsForFws: row.state === 'open' && row.waits_for_fws,
    withId: getOtherPartyId(row, userId),
    withName: getName(people, getOtherPartyId(row, userId)),
    workerName: getName(people, row.worker_id),
    heldPaise: row.held_paise,
    attachmentUrl:
      row.first_file_id === null || row.first_file_name === null
        ? ''
        : `/api/files/${row.first_file_id}/${encodeURIComponent(row.first_file_name)}`,
  };
}

/** Both sides may read all documents of their ticket. */
export async function mayReadFiles(db: Db, userId: number, disputeId: number): Promise<boolean> {
  const dispute = await findDispute(db, disputeId);
  return dispute !== null && isParty(dispute, userId);
}
