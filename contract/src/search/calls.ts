import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Completions of a text in the search box, best first; at most eight. */
export const searchSuggestions = call({
  name: 'search_suggestions',
  access: 'user',
  reads: true,
  kept: false,
  mayLag: true,
  form: schema('searchSuggestions'),
  reply: schema('suggestions'),
  done: 'common.ok',
});

/** Keeps a job for later. Saving it again changes nothing. */
export const saveJob = call({
  name: 'save_job',
  access: 'user',
  reads: false,
  form: schema('saveJob'),
  done: 'search.job_saved',
});
/** Succeeds when the job was not saved. */
export const unsaveJob = call({
  name: 'unsave_job',
  access: 'user',
  reads: false,
  form: schema('saveJob'),
  done: 'search.job_unsaved',
});
/** The caller's saved jobs, the last saved first. */
export const savedJobs = call({
  name: 'saved_jobs',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('page'),
  reply: pageSchema(schema('savedJob')),
  done: 'common.ok',
});

/** Keeps a search and tells its owner of new jobs. Saving the same search again changes only its frequency. */
export const saveSearch = call({
  name: 'save_search',
  access: 'user',
  reads: false,
  form: schema('saveSearch'),
  reply: schema('savedSearch'),
  done: 'search.saved',
});
/** The caller's saved searches, newest first. */
export const savedSearches = call({
  name: 'saved_searches',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('page'),
  reply: pageSchema(schema('savedSearch')),
  done: 'common.ok',
});
/** Ends the alerts of a search. */
export const removeSearch = call({
  name: 'remove_search',
  access: 'user',
  reads: false,
  form: schema('removeSearch'),
  done: 'search.removed',
});
