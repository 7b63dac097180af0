import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/**
 * What a category costs in the city of a location: the middle half of the accepted quotes of a year and their median. It
 * changes with several quotes of several people only, never with one.
 */
export const priceHint = call({
  name: 'price_hint',
  access: 'user',
  reads: true,
  kept: false,
  mayLag: true,
  form: schema('priceQuestion'),
  reply: schema('priceHintOrNone'),
  done: 'common.ok',
});
