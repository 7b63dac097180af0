import { noForm } from '../../identity/session/wire.ts';
import { call } from '../../platform/call.ts';
import { healthReply } from './wire.ts';

/** How the product is, in figures that cost next to nothing; the dear ones are as old as their job's last run. */
export const adminHealth = call({
  name: 'admin_health',
  access: 'admin',
  permission: 'health.read',
  form: noForm,
  reply: healthReply,
  done: 'common.ok',
});
