import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/**
 * Reports something to FWS, with a copy of what the reporter sees. Authors report of their own only that something is wrongly
 * hidden. Once for each person and case: again, it answers with the first one.
 */
export const reportContent = call({
  name: 'report_content',
  access: 'public',
  reads: false,
  form: schema('newReport'),
  reply: schema('report'),
  done: 'safety.reported',
});

/** What the caller has reported, newest first. */
export const reportList = call({
  name: 'report_list',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('page'),
  reply: pageSchema(schema('report')),
  done: 'common.ok',
});

/** What FWS has taken down of the caller, newest first. */
export const takedownList = call({
  name: 'takedown_list',
  access: 'user',
  reads: true,
  scopes: ['suspended'],
  kept: false,
  form: schema('page'),
  reply: pageSchema(schema('takedown')),
  done: 'common.ok',
});
export const takedownDetail = call({
  name: 'takedown_detail',
  access: 'user',
  reads: true,
  scopes: ['suspended'],
  kept: false,
  form: schema('takedownId'),
  reply: schema('takedown'),
  done: 'common.ok',
});
/** Somebody else at FWS decides. Once for each decision. */
export const appealTakedown = call({
  name: 'appeal',
  access: 'user',
  reads: false,
  scopes: ['suspended'],
  form: schema('appeal'),
  reply: schema('takedown'),
  done: 'safety.appealed',
});

/** Hides each from the other and stops free texts. A running job of the two goes on. */
export const blockUser = call({
  name: 'block_user',
  access: 'user',
  reads: false,
  form: schema('person'),
  done: 'safety.blocked',
});
export const unblockUser = call({
  name: 'unblock_user',
  access: 'user',
  reads: false,
  form: schema('person'),
  done: 'safety.unblocked',
});
/** Whom the caller has blocked, newest first. */
export const blockedUsers = call({
  name: 'blocked_users',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('page'),
  reply: pageSchema(schema('blocked')),
  done: 'common.ok',
});
