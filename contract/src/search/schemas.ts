import * as z from 'zod/mini';
import { SEARCH_MAX } from '../platform/limits.ts';
import { optionalText } from '../platform/schemas.ts';
import { SUGGESTION_KINDS } from './model.ts';

/** What has been typed so far. */
export const searchSuggestions = z.object({ search: optionalText(SEARCH_MAX) });

export const suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  /** The text that is shown: for `search` of `explore_jobs`, or for its `location` if this is a place. */
  text: z.string(),
  /** Of a category only. */
  categoryId: z.nullable(z.number()),
  /** Open jobs that it finds, counted as in `explore_jobs`; null for what is not counted. */
  jobs: z.nullable(z.number()),
});
export type Suggestion = z.output<typeof suggestion>;
export const suggestions = z.array(suggestion);
