import { call } from '../../platform/call.ts';
import { noForm } from '../../identity/session/wire.ts';
import { queueCountsReply, queueForm, queueReply } from './wire.ts';

/** All that waits for a person of FWS and is the caller's to see, what is due first on top; of one kind when named. */
export const adminQueue = call({
  name: 'admin_queue',
  access: 'admin',
  permission: 'queue.read',
  form: queueForm,
  reply: queueReply,
  done: 'common.ok',
});
export const adminQueueCounts = call({
  name: 'admin_queue_counts',
  access: 'admin',
  permission: 'queue.read',
  form: noForm,
  reply: queueCountsReply,
  done: 'common.ok',
});
