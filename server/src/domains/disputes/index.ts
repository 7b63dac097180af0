export { openDispute, raise } from './service.ts';
export { requestDocuments, settleDispute, type DisputeSettlement } from './settle.ts';
export { listComments as listDisputeComments, listDocuments as listDisputeDocuments } from './store.ts';
export { findSettlement } from './view.ts';
