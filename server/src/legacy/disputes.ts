import * as z from 'zod/mini';
import { SIDES } from '@fws/contract/contracts/model';
import * as calls from '@fws/contract/disputes/calls';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import { ENDINGS, ORIGINS, type IssueType } from '@fws/contract/disputes/model';
import type { Issue, IssueJob, IssueSummary } from '@fws/contract/disputes/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { fileLink } from '@fws/contract/platform/schemas';
import { allowMissing, option } from './fields.ts';
import { encodeJobNumber } from './job-items.ts';
import { abilityReply, encodeAbility, pageFields } from './shared.ts';
import { replyWithItem, replyWithPage, translateCall } from './translation.ts';

const ISSUE_TYPES: Record<IssueType, string> = {
  cancel_project: 'Cancel Project / Service',
  not_satisfactory: 'Not satisfactory',
  not_completed: 'Not Completed',
  not_available: 'Not Available',
  provider_absent: "Job provider didn't turn up",
  poster_silent: "Job poster didn't respond",
  payment: 'Payment related',
};
const STATES: Record<DisputeState, string> = { open: 'Open', closed: 'Closed' };

const summaryReply = z.object({
  dispute_id: z.number(),
  ticket_number: z.string(),
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  complaint: z.string(),
  details: z.string(),
  status: z.string(),
  ending: z.nullable(z.enum(ENDINGS)),
  created_at: z.string(),
  closed_at: z.nullable(z.string()),
  side: z.enum(SIDES),
  raised_by_me: z.boolean(),
  origin: z.enum(ORIGINS),
  waits_for_fws: z.boolean(),
  with_user_id: z.number(),
  with_user_name: z.string(),
  awarded_to_user_name: z.string(),
  amount_on_hold: z.string(),
  attach_file: z.string(),
});

const encodeSummary = (issue: IssueSummary): z.output<typeof summaryReply> => ({
  dispute_id: issue.id,
  ticket_number: issue.ticket,
  job_id: issue.jobId,
  job_unique_id: encodeJobNumber(issue.jobNumber),
  job_title: issue.jobTitle,
  complaint: ISSUE_TYPES[issue.issue],
  details: issue.details,
  status: STATES[issue.state],
  ending: issue.ending,
  created_at: issue.raisedAt,
  closed_at: issue.closedAt,
  side: issue.side,
  raised_by_me: issue.raisedByMe,
  origin: issue.origin,
  waits_for_fws: issue.waitsForFws,
  with_user_id: issue.withId,
  with_user_name: issue.withName,
  awarded_to_user_name: issue.workerName,
  amount_on_hold: toRupees(issue.heldPaise),
  attach_file: issue.attachmentUrl,
});

const issueReply = z.extend(summaryReply, {
  milestone_count: z.number(),
  milestone_ids: z.array(z.number()),
  held_milestones: z.array(z.object({ milestone_id: z.number(), position: z.number(), amount: z.string() })),
  documents_due: z.string(),
  review_due: z.string(),
  documents: z.array(
    z.object({ ...fileLink.shape, mine: z.boolean(), user_name: z.string(), created_at: z.string() }),
  ),
  comments: z.array(
    z.object({
      id: z.number(),
      mine: z.boolean(),
      user_name: z.string(),
      comment: z.string(),
      cited_message: z.nullable(
        z.object({
          number: z.number(),
          mine: z.boolean(),
          user_name: z.string(),
          text: z.string(),
          photo_count: z.number(),
          file_name: z.string(),
          sent_at: z.string(),
        }),
      ),
      created_at: z.string(),
    }),
  ),
  settlement: z.nullable(z.object({ to_worker: z.string(), to_poster: z.string(), reason: z.string() })),
  can_comment: abilityReply,
  can_add_document: abilityReply,
  can_withdraw: abilityReply,
});

const encodeIssue = (issue: Issue): z.output<typeof issueReply> => ({
  ...encodeSummary({ ...issue, attachmentUrl: issue.documents[0]?.url ?? '' }),
  milestone_count: issue.milestoneCount,
  milestone_ids: issue.milestoneIds,
  held_milestones: issue.held.map(({ milestoneId, position, amountPaise }) => ({
    milestone_id: milestoneId,
    position,
    amount: toRupees(amountPaise),
  })),
  documents_due: issue.documentsDueOn,
  review_due: issue.reviewDueOn,
  documents: issue.documents.map(({ byName, addedAt, ...file }) => ({
    ...file,
    user_name: byName,
    created_at: addedAt,
  })),
  comments: issue.comments.map(({ id, mine, byName, text, cited, addedAt }) => ({
    id,
    mine,
    user_name: byName,
    comment: text,
    cited_message: cited && {
      number: cited.number,
      mine: cited.mine,
      user_name: cited.byName,
      text: cited.text,
      photo_count: cited.photos,
      file_name: cited.fileName,
      sent_at: cited.sentAt,
    },
    created_at: addedAt,
  })),
  settlement: issue.settlement && {
    to_worker: toRupees(issue.settlement.toWorkerPaise),
    to_poster: toRupees(issue.settlement.toPosterPaise),
    reason: issue.settlement.reason,
  },
  can_comment: encodeAbility(issue.abilities.comment),
  can_add_document: encodeAbility(issue.abilities.addDocument),
  can_withdraw: encodeAbility(issue.abilities.withdraw),
});

const jobReply = z.object({
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  with_user_name: z.string(),
  side: z.enum(SIDES),
});

const encodeJob = (job: IssueJob): z.output<typeof jobReply> => ({
  job_id: job.jobId,
  job_unique_id: encodeJobNumber(job.jobNumber),
  job_title: job.title,
  with_user_name: job.withName,
  side: job.side,
});

const issueId = { issueId: 'dispute_id' } as const;
const document = { document: 'attach_file' };
const issueInReply = replyWithItem(issueReply, encodeIssue);
const issuesInReply = replyWithPage(summaryReply, encodeSummary);

export const disputeTranslations = [
  translateCall(calls.openIssues, { fields: pageFields, reply: issuesInReply }),
  translateCall(calls.closedIssues, { fields: pageFields, reply: issuesInReply }),
  translateCall(calls.issueJobs, { fields: pageFields, reply: replyWithPage(jobReply, encodeJob) }),
  translateCall(calls.raiseIssue, {
    fields: {
      jobId: 'job_id',
      issue: option('complaint', ISSUE_TYPES),
      details: 'details',
      milestoneIds: allowMissing('milestone_ids'),
    },
    files: document,
    reply: issueInReply,
  }),
  translateCall(calls.issueDetail, { fields: issueId, reply: issueInReply }),
  translateCall(calls.commentIssue, { fields: { ...issueId, text: 'comment' }, reply: issueInReply }),
  translateCall(calls.addIssueDocument, { fields: issueId, files: document, reply: issueInReply }),
  translateCall(calls.withdrawIssue, { fields: issueId, reply: issueInReply }),
];
