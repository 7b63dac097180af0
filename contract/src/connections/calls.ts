import { call } from '../platform/call.ts';
import { pageForm } from '../jobs/wire.ts';
import {
  connectsForm,
  friendPageReply,
  peopleForm,
  personPageReply,
  personReply,
  shareJobForm,
  sharedJobPageReply,
  thumbsUpForm,
  userIdForm,
} from './wire.ts';

/** The people directory without the caller, searched by prefixes of words in name, skills and place. */
export const profileList = call({
  name: 'profile_list',
  access: 'user',
  reads: true,
  form: peopleForm,
  reply: personPageReply,
  done: 'common.ok',
});

/** The caller's connections, newest first. */
export const connectedUsers = call({
  name: 'fws_connected_user',
  access: 'user',
  reads: true,
  form: connectsForm,
  reply: personPageReply,
  done: 'common.ok',
});

/** One person, as far as the caller may see them. */
export const personDetail = call({
  name: 'user_detailed_history',
  aliases: ['profile'],
  access: 'user',
  reads: true,
  form: userIdForm,
  reply: personReply,
  done: 'common.ok',
});

/** Connects both users at once. The profile view calls it too. */
export const connect = call({
  name: 'connect_fws',
  access: 'user',
  reads: false,
  form: userIdForm,
  done: 'connections.connected',
});

/** Ends the connection for both. */
export const disconnect = call({
  name: 'disconnect_fws',
  access: 'user',
  reads: false,
  form: userIdForm,
  done: 'connections.removed',
});

/** The caller's connections by first name, to share a job with. */
export const friendsSearch = call({
  name: 'friends_search',
  access: 'user',
  reads: true,
  form: peopleForm,
  reply: friendPageReply,
  done: 'common.ok',
});

export const shareJob = call({
  name: 'share_job',
  access: 'user',
  reads: false,
  form: shareJobForm,
  done: 'connections.job_shared',
});

/** Open jobs that friends shared with the caller, newest first. */
export const sharedJobs = call({
  name: 'shared_jobs_list',
  access: 'user',
  reads: true,
  form: pageForm,
  reply: sharedJobPageReply,
  done: 'common.ok',
});

export const thumbsUp = call({
  name: 'shared_job_thumps_up',
  access: 'user',
  reads: false,
  form: thumbsUpForm,
  done: 'connections.thumbs_up_given',
});
