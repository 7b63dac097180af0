import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('../schemas.ts'));

/** The identity calls that every page needs, separate from the others so that the first page stays small. */

/** Ends this session. */
export const logout = call({
  name: 'logout',
  access: 'user',
  reads: false,
  allowUnverified: true,
  scopes: ['limited', 'suspended'],
  done: 'identity.logged_out',
});
export const currentUser = call({
  name: 'current_user',
  access: 'user',
  reads: true,
  // The session keeps its user itself.
  kept: false,
  scopes: ['limited', 'suspended'],
  reply: schema('currentUser'),
  done: 'common.ok',
});
