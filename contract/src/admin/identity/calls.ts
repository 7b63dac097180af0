import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** An identity check with its video and the code to be spoken in it. Each view is recorded. */
export const adminIdentity = call({
  name: 'admin_identity',
  access: 'admin',
  reads: true,
  permission: 'identity.read',
  form: schema('checkId'),
  reply: schema('identityCase'),
  done: 'common.ok',
});
export const adminIdentityReview = call({
  name: 'admin_identity_review',
  access: 'admin',
  reads: false,
  decides: 'identity',
  permission: 'identity.decide',
  form: schema('review'),
  done: 'admin.identity_decided',
});
