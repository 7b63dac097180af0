import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** What waits for the caller on both sides, and what waits for others. */
export const today = call({
  name: 'today',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('today'),
  done: 'common.ok',
});
