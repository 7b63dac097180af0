import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Completions of a text in the search box, best first; at most eight. */
export const searchSuggestions = call({
  name: 'search_suggestions',
  access: 'user',
  reads: true,
  form: schema('searchSuggestions'),
  reply: schema('suggestions'),
  done: 'common.ok',
});
