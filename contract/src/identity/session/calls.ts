import { call, emptyReply } from '../../platform/call.ts';
import { noForm, userReply } from './wire.ts';

/** What every page of the web app needs, apart from all else about accounts, so that the first one stays light. */

/** Ends this session. */
export const logout = call({
  name: 'logout',
  access: 'user',
  allowUnverified: true,
  form: noForm,
  reply: emptyReply,
  done: 'identity.logged_out',
});
export const currentUser = call({
  name: 'current_user',
  access: 'user',
  reads: true,
  form: noForm,
  reply: userReply,
  done: 'common.ok',
});
