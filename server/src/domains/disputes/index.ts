export { addCommentInTx, openDispute, raiseInTx } from './service.ts';
export { findDispute } from './store.ts';
export { getOtherPartyId, isParty as isDisputeParty } from './policy.ts';
export { requestDocuments, settleDispute, type DisputeSettlement } from './settling/service.ts';
export {
  listComments as listDisputeComments,
  listDocuments as listDisputeDocuments,
  type Citation,
} from './documents/store.ts';
export { findSettlement } from './view.ts';
