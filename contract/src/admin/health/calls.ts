import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Health figures that are cheap to read. The expensive ones are as old as the last run of their task. */
export const adminHealth = call({
  name: 'admin_health',
  access: 'admin',
  reads: true,
  permission: 'health.read',
  reply: schema('health'),
  done: 'common.ok',
});
