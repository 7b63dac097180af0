import type * as z from 'zod/mini';
import { firstItemReply, pageReply, pageWire } from '../platform/call.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { abilityFromWire, abilityToWire } from '../platform/wire.ts';
import { jobNumberFromWire, jobNumberToWire, optionField } from '../jobs/wire.ts';
import type { Issue, IssueJob, IssueSummary, IssueType } from './model.ts';
import type { DisputeState } from './lifecycle.ts';
import type { issueJobWire, issueSummaryWire, issueWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const ISSUE: Record<IssueType, string> = {
  cancel_project: 'Cancel Project / Service',
  not_satisfactory: 'Not satisfactory',
  not_completed: 'Not Completed',
  not_available: 'Not Available',
  provider_absent: "Job provider didn't turn up",
  poster_silent: "Job poster didn't respond",
  payment: 'Payment related',
};
const STATE: Record<DisputeState, string> = { open: 'Open', closed: 'Closed' };
const issueField = optionField('complaint', ISSUE);
const stateField = optionField('status', STATE);

export const raiseIssueForm = wireForm(schema('raiseIssue'), {
  jobId: 'job_id',
  issue: issueField,
  details: 'details',
});
export const issueIdForm = wireForm(schema('issueId'), { issueId: 'dispute_id' });
export const commentForm = wireForm(schema('comment'), { issueId: 'dispute_id', text: 'comment' });
export const issuesForm = wireForm(schema('page'), pageWire);

type SummaryWire = z.infer<typeof issueSummaryWire>;
type IssueWire = z.infer<typeof issueWire>;
type JobWire = z.infer<typeof issueJobWire>;

/** The legacy list always names the worker, whichever side reads it. */
export type ListedIssue = IssueSummary & { workerName: string; attachmentUrl: string };
export type IssueWithWorker = Issue & { workerName: string };

export const summaryToWire = (issue: ListedIssue): SummaryWire => ({
  dispute_id: issue.id,
  ticket_number: issue.ticket,
  job_id: issue.jobId,
  job_unique_id: jobNumberToWire(issue.jobNumber),
  job_title: issue.jobTitle,
  complaint: ISSUE[issue.issue],
  details: issue.details,
  status: STATE[issue.state],
  ending: issue.ending,
  created_at: issue.raisedAt,
  closed_at: issue.closedAt,
  side: issue.side,
  raised_by_me: issue.raisedByMe,
  with_user_name: issue.withName,
  awarded_to_user_name: issue.workerName,
  amount_on_hold: toRupees(issue.heldPaise),
  attach_file: issue.attachmentUrl,
});

export const summaryFromWire = (wire: SummaryWire): ListedIssue => ({
  id: wire.dispute_id,
  ticket: wire.ticket_number,
  jobId: wire.job_id,
  jobNumber: jobNumberFromWire(wire.job_unique_id),
  jobTitle: wire.job_title,
  issue: issueField.fromWire(wire.complaint),
  details: wire.details,
  state: stateField.fromWire(wire.status),
  ending: wire.ending,
  raisedAt: wire.created_at,
  closedAt: wire.closed_at,
  side: wire.side,
  raisedByMe: wire.raised_by_me,
  withName: wire.with_user_name,
  workerName: wire.awarded_to_user_name,
  heldPaise: parseRupees(wire.amount_on_hold) ?? 0,
  attachmentUrl: wire.attach_file,
});

export const issueToWire = (issue: IssueWithWorker): IssueWire => ({
  ...summaryToWire({ ...issue, attachmentUrl: issue.documents[0]?.url ?? '' }),
  milestone_count: issue.milestoneCount,
  held_milestones: issue.held.map((part) => ({
    position: part.position,
    amount: toRupees(part.amountPaise),
  })),
  documents_due: issue.documentsDueOn,
  review_due: issue.reviewDueOn,
  documents: issue.documents.map(({ byName, addedAt, ...file }) => ({
    ...file,
    user_name: byName,
    created_at: addedAt,
  })),
  comments: issue.comments.map(({ id, mine, byName, text, addedAt }) => ({
    id,
    mine,
    user_name: byName,
    comment: text,
    created_at: addedAt,
  })),
  settlement: issue.settlement && {
    to_worker: toRupees(issue.settlement.toWorkerPaise),
    to_poster: toRupees(issue.settlement.toPosterPaise),
    reason: issue.settlement.reason,
  },
  can_comment: abilityToWire(issue.abilities.comment),
  can_add_document: abilityToWire(issue.abilities.addDocument),
  can_withdraw: abilityToWire(issue.abilities.withdraw),
});

export const issueFromWire = (wire: IssueWire): IssueWithWorker => ({
  ...summaryFromWire(wire),
  milestoneCount: wire.milestone_count,
  held: wire.held_milestones.map((part) => ({
    position: part.position,
    amountPaise: parseRupees(part.amount) ?? 0,
  })),
  documentsDueOn: wire.documents_due,
  reviewDueOn: wire.review_due,
  documents: wire.documents.map(({ user_name: byName, created_at: addedAt, ...file }) => ({
    ...file,
    byName,
    addedAt,
  })),
  comments: wire.comments.map(({ id, mine, user_name: byName, comment: text, created_at: addedAt }) => ({
    id,
    mine,
    byName,
    text,
    addedAt,
  })),
  settlement: wire.settlement && {
    toWorkerPaise: parseRupees(wire.settlement.to_worker) ?? 0,
    toPosterPaise: parseRupees(wire.settlement.to_poster) ?? 0,
    reason: wire.settlement.reason,
  },
  abilities: {
    comment: abilityFromWire(wire.can_comment),
    addDocument: abilityFromWire(wire.can_add_document),
    withdraw: abilityFromWire(wire.can_withdraw),
  },
});

const jobToWire = (job: IssueJob): JobWire => ({
  job_id: job.jobId,
  job_unique_id: jobNumberToWire(job.jobNumber),
  job_title: job.title,
  with_user_name: job.withName,
  side: job.side,
});
const jobFromWire = (wire: JobWire): IssueJob => ({
  jobId: wire.job_id,
  jobNumber: jobNumberFromWire(wire.job_unique_id),
  title: wire.job_title,
  withName: wire.with_user_name,
  side: wire.side,
});

export const issueReply = firstItemReply(schema('issueWire'), issueToWire, issueFromWire);
export const issuesReply = pageReply(schema('issueSummaryWire'), summaryToWire, summaryFromWire);
export const issueJobsReply = pageReply(schema('issueJobWire'), jobToWire, jobFromWire);
