import { noForm } from '../../identity/session/wire.ts';
import { call } from '../../platform/call.ts';
import { healthReply } from './wire.ts';

/** Health figures that are cheap to read. The expensive ones are as old as the last run of their task. */
export const adminHealth = call({
  name: 'admin_health',
  access: 'admin',
  reads: true,
  permission: 'health.read',
  form: noForm,
  reply: healthReply,
  done: 'common.ok',
});
