import { call, pageSchema, type CallFile } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const document: CallFile = { name: 'document', kinds: ['image', 'pdf', 'word'] };

/** The caller's open issues, raised by either side, newest first. */
export const openIssues = call({
  name: 'open_complaint_history',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: pageSchema(schema('issueSummary')),
  done: 'common.ok',
});
export const closedIssues = call({
  name: 'closed_complaint_history',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: pageSchema(schema('issueSummary')),
  done: 'common.ok',
});

/** The caller's awarded jobs, on either side, that have no open issue. */
export const issueJobs = call({
  name: 'get_all_job_id',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: pageSchema(schema('issueJob')),
  done: 'common.ok',
});

/** Opens a ticket. The job's money does not move until the ticket is closed. */
export const raiseIssue = call({
  name: 'raise_complaint',
  access: 'user',
  reads: false,
  form: schema('raiseIssue'),
  files: [document],
  reply: schema('issue'),
  done: 'disputes.raised',
  money: true,
});

/** One ticket, for its two sides. */
export const issueDetail = call({
  name: 'complaint_detail',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('issueId'),
  reply: schema('issue'),
  done: 'common.ok',
});
export const commentIssue = call({
  name: 'complaint_comment',
  access: 'user',
  reads: false,
  form: schema('comment'),
  reply: schema('issue'),
  done: 'disputes.comment_added',
});
export const addIssueDocument = call({
  name: 'complaint_document',
  access: 'user',
  reads: false,
  form: schema('issueId'),
  files: [document],
  reply: schema('issue'),
  done: 'disputes.document_added',
});
/** Only for the side that raised it, while it is open. */
export const withdrawIssue = call({
  name: 'withdraw_complaint',
  access: 'user',
  reads: false,
  form: schema('issueId'),
  reply: schema('issue'),
  done: 'disputes.withdrawn',
});
