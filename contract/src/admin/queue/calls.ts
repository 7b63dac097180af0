import { call, pageSchema } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Everything that waits for staff and that the caller may see, in the order of QUEUE_STAKES and due time; only one kind if given. */
export const adminQueue = call({
  name: 'admin_queue',
  access: 'admin',
  reads: true,
  permission: 'queue.read',
  form: schema('queue'),
  reply: pageSchema(schema('queueItem')),
  done: 'common.ok',
});
export const adminQueueCounts = call({
  name: 'admin_queue_counts',
  access: 'admin',
  reads: true,
  permission: 'queue.read',
  reply: schema('queueCounts'),
  done: 'common.ok',
});
