import { call } from '../../platform/call.ts';
import { noForm } from '../../identity/session/wire.ts';
import { queueCountsReply, queueForm, queueReply } from './wire.ts';

/** Everything that waits for staff and that the caller may see, earliest due first; only one kind if given. */
export const adminQueue = call({
  name: 'admin_queue',
  access: 'admin',
  reads: true,
  permission: 'queue.read',
  form: queueForm,
  reply: queueReply,
  done: 'common.ok',
});
export const adminQueueCounts = call({
  name: 'admin_queue_counts',
  access: 'admin',
  reads: true,
  permission: 'queue.read',
  form: noForm,
  reply: queueCountsReply,
  done: 'common.ok',
});
