export { openDispute, raiseInTx } from './service.ts';
export { requestDocuments, settleDispute, type DisputeSettlement } from './settling/service.ts';
export {
  listComments as listDisputeComments,
  listDocuments as listDisputeDocuments,
} from './documents/store.ts';
export { findSettlement } from './view.ts';
