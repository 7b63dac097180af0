import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The reader's records, and the jobs that they are counted from. */
export const myReliability = call({
  name: 'my_reliability',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('outcomePage'),
  reply: schema('ownReliability'),
  done: 'common.ok',
});

/** What one ended job is in the reader's record. */
export const jobOutcome = call({
  name: 'job_outcome',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('endedJob'),
  reply: schema('ownOutcome'),
  done: 'common.ok',
});

/** The reader is not at fault, and says why. Once for each job. */
export const contestOutcome = call({
  name: 'contest_outcome',
  access: 'user',
  reads: false,
  form: schema('contestOutcome'),
  reply: schema('ownOutcome'),
  done: 'reliability.contested',
});
