import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The people directory without the caller, searched by prefixes of words in name, skills and place. */
export const profileList = call({
  name: 'profile_list',
  access: 'user',
  reads: true,
  kept: false,
  mayLag: true,
  form: schema('people'),
  reply: schema('peoplePage'),
  done: 'common.ok',
});

/** The caller's connections, newest first; or everybody, as `profileList` does. */
export const connectedUsers = call({
  name: 'fws_connected_user',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('connects'),
  reply: schema('peoplePage'),
  done: 'common.ok',
});

/** One person, as far as the caller may see them. */
export const personDetail = call({
  name: 'user_detailed_history',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('userId'),
  reply: schema('personView'),
  done: 'common.ok',
});

/** Connects both users at once. The profile view calls it too. */
export const connect = call({
  name: 'connect_fws',
  access: 'user',
  reads: false,
  form: schema('userId'),
  done: 'connections.connected',
});

/** Ends the connection for both. */
export const disconnect = call({
  name: 'disconnect_fws',
  access: 'user',
  reads: false,
  form: schema('userId'),
  done: 'connections.removed',
});

/** The caller's connections by first name, to share a job with. */
export const friendsSearch = call({
  name: 'friends_search',
  access: 'user',
  reads: true,
  kept: false,
  mayLag: true,
  form: schema('people'),
  reply: pageSchema(schema('friend')),
  done: 'common.ok',
});

export const shareJob = call({
  name: 'share_job',
  access: 'user',
  reads: false,
  form: schema('shareJob'),
  done: 'connections.job_shared',
});

/** Open jobs that friends shared with the caller, newest first. */
export const sharedJobs = call({
  name: 'shared_jobs_list',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('jobsPage'),
  reply: pageSchema(schema('sharedJob')),
  done: 'common.ok',
});

export const thumbsUp = call({
  name: 'shared_job_thumps_up',
  access: 'user',
  reads: false,
  form: schema('thumbsUp'),
  done: 'connections.thumbs_up_given',
});
