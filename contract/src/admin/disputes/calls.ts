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

/** One ticket with all that both sides said and handed in, and what the ledger says of its job. */
export const adminDispute = call({
  name: 'admin_dispute',
  access: 'admin',
  permission: 'disputes.read',
  form: disputeIdForm,
  reply: disputeCaseReply,
  done: 'common.ok',
});
/** What a decision would post; nothing is done. */
export const adminDisputePreview = call({
  name: 'admin_dispute_preview',
  access: 'admin',
  permission: 'disputes.settle',
  form: previewForm,
  reply: previewReply,
  done: 'common.ok',
});
/** Decides: the money moves at once, or waits for a second person when it is much. */
export const adminDisputeSettle = call({
  name: 'admin_dispute_settle',
  access: 'admin',
  permission: 'disputes.settle',
  form: settleForm,
  reply: settledReply,
  done: 'admin.dispute_settled',
  money: true,
});
/** Both sides are asked for papers and have three more days for them. */
export const adminDisputeAsk = call({
  name: 'admin_dispute_ask',
  access: 'admin',
  permission: 'disputes.settle',
  form: askForPapersForm,
  reply: emptyReply,
  done: 'admin.papers_asked',
});
