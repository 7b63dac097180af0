import { call, emptyReply } from '../../platform/call.ts';
import {
  askForPapersForm,
  disputeCaseReply,
  disputeIdForm,
  previewForm,
  previewReply,
  settledReply,
  settleForm,
} from './wire.ts';

/** One ticket with both sides' comments and documents, and the ledger entries of its job. */
export const adminDispute = call({
  name: 'admin_dispute',
  access: 'admin',
  reads: true,
  permission: 'disputes.read',
  form: disputeIdForm,
  reply: disputeCaseReply,
  done: 'common.ok',
});
/** What a decision would post. This is a dry run. */
export const adminDisputePreview = call({
  name: 'admin_dispute_preview',
  access: 'admin',
  reads: true,
  permission: 'disputes.settle',
  form: previewForm,
  reply: previewReply,
  done: 'common.ok',
});
/** Settles the dispute. The money moves at once, or after a second admin approves when the amount is above the limit. */
export const adminDisputeSettle = call({
  name: 'admin_dispute_settle',
  access: 'admin',
  reads: false,
  permission: 'disputes.settle',
  form: settleForm,
  reply: settledReply,
  done: 'admin.dispute_settled',
  money: true,
});
/** Asks both sides for documents and gives them three more days. */
export const adminDisputeAsk = call({
  name: 'admin_dispute_ask',
  access: 'admin',
  reads: false,
  permission: 'disputes.settle',
  form: askForPapersForm,
  reply: emptyReply,
  done: 'admin.papers_asked',
});
