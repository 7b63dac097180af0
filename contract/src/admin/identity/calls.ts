import { call, emptyReply } from '../../platform/call.ts';
import { checkIdForm, identityCaseReply, reviewForm } from './wire.ts';

/** An identity check with its video and the code to be spoken in it. Each view is recorded. */
export const adminIdentity = call({
  name: 'admin_identity',
  access: 'admin',
  reads: true,
  permission: 'identity.read',
  form: checkIdForm,
  reply: identityCaseReply,
  done: 'common.ok',
});
export const adminIdentityReview = call({
  name: 'admin_identity_review',
  access: 'admin',
  reads: false,
  permission: 'identity.decide',
  form: reviewForm,
  reply: emptyReply,
  done: 'admin.identity_decided',
});
