import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** A request for a corrected name, compared with the verified one. Each view is recorded. */
export const adminNameChange = call({
  name: 'admin_name_change',
  access: 'admin',
  reads: true,
  permission: 'identity.read',
  form: schema('changeId'),
  reply: schema('nameChangeCase'),
  done: 'common.ok',
});
export const adminNameChangeReview = call({
  name: 'admin_name_change_review',
  access: 'admin',
  reads: false,
  decides: 'name',
  permission: 'identity.decide',
  form: schema('review'),
  done: 'admin.name_decided',
});
