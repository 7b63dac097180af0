import { call, pageSchema } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** One ticket with both sides' comments and documents, and the ledger entries of its job. */
export const adminDispute = call({
  name: 'admin_dispute',
  access: 'admin',
  reads: true,
  permission: 'disputes.read',
  form: schema('disputeId'),
  reply: schema('disputeCase'),
  done: 'common.ok',
});
/** What the two sides wrote to each other, for who decides, the newest first. Opening it is recorded. */
export const adminDisputeMessages = call({
  name: 'admin_dispute_messages',
  access: 'admin',
  reads: true,
  decides: 'dispute',
  permission: 'disputes.settle',
  form: schema('disputeMessages'),
  reply: pageSchema(schema('caseMessage')),
  done: 'common.ok',
});
/** What a decision would post. This is a dry run. */
export const adminDisputePreview = call({
  name: 'admin_dispute_preview',
  access: 'admin',
  reads: true,
  decides: 'dispute',
  permission: 'disputes.settle',
  form: schema('decision'),
  reply: schema('preview'),
  done: 'common.ok',
});
/** Settles the dispute. The money moves at once, or after a second admin approves when the amount is above the limit. */
export const adminDisputeSettle = call({
  name: 'admin_dispute_settle',
  access: 'admin',
  reads: false,
  decides: 'dispute',
  permission: 'disputes.settle',
  form: schema('settle'),
  reply: schema('settled'),
  done: 'admin.dispute_settled',
  money: true,
});
/** Asks both sides for documents and gives them three more days. */
export const adminDisputeAsk = call({
  name: 'admin_dispute_ask',
  access: 'admin',
  reads: false,
  decides: 'dispute',
  permission: 'disputes.settle',
  form: schema('askForPapers'),
  done: 'admin.papers_asked',
});
