import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/**
 * The poster of an awarded or completed job proposes to its worker to repeat it on dates. Each date becomes a job of its
 * own with the same texts, parts and amount.
 */
export const repeatJob = call({
  name: 'repeat_job',
  access: 'user',
  reads: false,
  // The contracts of the dates are made without another confirmation.
  needsProvenDevice: true,
  form: schema('newRepeat'),
  reply: schema('repeat'),
  done: 'repeats.proposed',
});

/** The worker agrees to the dates, or declines. */
export const answerRepeat = call({
  name: 'answer_repeat',
  access: 'user',
  reads: false,
  form: schema('repeatAnswer'),
  reply: schema('repeat'),
  done: 'repeats.answered',
});

/** Either side leaves out one date, for which nothing was paid yet. */
export const skipRepeat = call({
  name: 'skip_repeat',
  access: 'user',
  reads: false,
  form: schema('repeatDay'),
  reply: schema('repeat'),
  done: 'repeats.skipped',
});

/** Either side ends the series. Dates that are paid go on; all others are left out. */
export const endRepeat = call({
  name: 'end_repeat',
  access: 'user',
  reads: false,
  form: schema('repeatId'),
  reply: schema('repeat'),
  done: 'repeats.ended',
});

/** The caller's series on both sides, newest first, or those that repeat one job or that it is a date of. */
export const repeatList = call({
  name: 'repeat_list',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('repeatPage'),
  reply: pageSchema(schema('repeat')),
  done: 'common.ok',
});
