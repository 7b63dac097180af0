import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** One side of a job rates the other, once. */
export const leaveRating = call({
  name: 'leave_rating',
  access: 'user',
  reads: false,
  form: schema('leaveRating'),
  done: 'contracts.rated',
});
