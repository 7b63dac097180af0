import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** What somebody says is not their fault, with what is known of the job. */
export const adminContest = call({
  name: 'admin_contest',
  access: 'admin',
  reads: true,
  permission: 'content.decide',
  form: schema('contestId'),
  reply: schema('contestCase'),
  done: 'common.ok',
});

export const adminContestDecide = call({
  name: 'admin_contest_decide',
  access: 'admin',
  reads: false,
  decides: 'contest',
  permission: 'content.decide',
  form: schema('contestDecision'),
  done: 'admin.contest_decided',
});
