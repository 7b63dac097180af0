import { call, type CallFile } from '../platform/call.ts';
import {
  commentForm,
  issueIdForm,
  issueJobsReply,
  issueReply,
  issuesForm,
  issuesReply,
  raiseIssueForm,
} from './wire.ts';

const document: CallFile = {
  name: 'document',
  wireName: 'attach_file',
  kinds: ['image', 'pdf', 'word'],
};

/** The caller's open issues, raised by either side, newest first. */
export const openIssues = call({
  name: 'open_complaint_history',
  access: 'user',
  reads: true,
  form: issuesForm,
  reply: issuesReply,
  done: 'common.ok',
});
export const closedIssues = call({
  name: 'closed_complaint_history',
  access: 'user',
  reads: true,
  form: issuesForm,
  reply: issuesReply,
  done: 'common.ok',
});

/** The caller's awarded jobs, on either side, that have no open issue. */
export const issueJobs = call({
  name: 'get_all_job_id',
  access: 'user',
  reads: true,
  form: issuesForm,
  reply: issueJobsReply,
  done: 'common.ok',
});

/** Opens a ticket. The job's money does not move until the ticket is closed. */
export const raiseIssue = call({
  name: 'raise_complaint',
  access: 'user',
  reads: false,
  form: raiseIssueForm,
  files: [document],
  reply: issueReply,
  done: 'disputes.raised',
  money: true,
});

/** One ticket, for its two sides. */
export const issueDetail = call({
  name: 'complaint_detail',
  access: 'user',
  reads: true,
  form: issueIdForm,
  reply: issueReply,
  done: 'common.ok',
});
export const commentIssue = call({
  name: 'complaint_comment',
  access: 'user',
  reads: false,
  form: commentForm,
  reply: issueReply,
  done: 'disputes.comment_added',
});
export const addIssueDocument = call({
  name: 'complaint_document',
  access: 'user',
  reads: false,
  form: issueIdForm,
  files: [document],
  reply: issueReply,
  done: 'disputes.document_added',
});
/** Only for the side that raised it, while it is open. */
export const withdrawIssue = call({
  name: 'withdraw_complaint',
  access: 'user',
  reads: false,
  form: issueIdForm,
  reply: issueReply,
  done: 'disputes.withdrawn',
});
