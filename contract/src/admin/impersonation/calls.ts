import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Starts impersonation: this browser shows the product as the user sees it, read-only, for at most ten minutes. */
export const adminImpersonationStart = call({
  name: 'admin_impersonation_start',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'users.see',
  form: schema('impersonation'),
  done: 'admin.impersonation_started',
});
