import * as z from 'zod/mini';
import { abilityWire, fileLink, idText, pageFields, requiredText } from '../platform/schemas.ts';
import { DETAILS_MAX, ISSUE_TYPES } from './model.ts';

export const raiseIssue = z.object({
  jobId: idText('disputes.job_required'),
  issue: z.enum(ISSUE_TYPES, 'disputes.issue_required'),
  details: requiredText('disputes.details_required', DETAILS_MAX),
});
export type RaiseIssue = z.output<typeof raiseIssue>;

export const issueId = z.object({ issueId: idText('disputes.not_found') });
export const comment = z.object({
  ...issueId.shape,
  text: requiredText('disputes.comment_required', DETAILS_MAX),
});
export type AddComment = z.output<typeof comment>;
export const page = z.object(pageFields);

const summaryShape = {
  dispute_id: z.number(),
  ticket_number: z.string(),
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  complaint: z.string(),
  details: z.string(),
  status: z.string(),
  ending: z.nullable(z.enum(['withdrawn', 'settled'])),
  created_at: z.string(),
  closed_at: z.nullable(z.string()),
  side: z.enum(['poster', 'worker']),
  raised_by_me: z.boolean(),
  with_user_name: z.string(),
  awarded_to_user_name: z.string(),
  amount_on_hold: z.string(),
  attach_file: z.string(),
};

export const issueSummaryWire = z.object(summaryShape);

export const issueWire = z.object({
  ...summaryShape,
  milestone_count: z.number(),
  held_milestones: z.array(z.object({ position: z.number(), amount: z.string() })),
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
      created_at: z.string(),
    }),
  ),
  settlement: z.nullable(z.object({ to_worker: z.string(), to_poster: z.string(), reason: z.string() })),
  can_comment: abilityWire,
  can_add_document: abilityWire,
  can_withdraw: abilityWire,
});

export const issueJobWire = z.object({
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  with_user_name: z.string(),
  side: z.enum(['poster', 'worker']),
});
