import type { CallInput } from '@fws/contract/platform/call';
import type { exploreJobs } from '@fws/contract/jobs/calls';
import type { JobSort } from '@fws/contract/jobs/model';

type JobsFilter = Omit<CallInput<typeof exploreJobs>, 'sort'> & { limit: string; sort: JobSort };

/** The page that is compared with the bare server. */
export const LATEST: JobsFilter = { sort: 'latest', location: '', categoryId: '', limit: '20' };

/**
 * Every sort and filter, and those of their combinations that need an index of their own. A page has as many
 * jobs at both sizes, because a shorter one is answered sooner.
 */
export const CASES: { name: string; filter: JobsFilter }[] = [
  { name: 'latest', filter: LATEST },
  { name: 'latest, the three of the home screen', filter: { ...LATEST, limit: '3' } },
  { name: 'oldest', filter: { ...LATEST, sort: 'oldest' } },
  { name: 'closing soon', filter: { ...LATEST, sort: 'closing_soon' } },
  { name: 'category', filter: { ...LATEST, categoryId: '7' } },
  { name: 'category, oldest', filter: { ...LATEST, categoryId: '7', sort: 'oldest' } },
  { name: 'category, closing soon', filter: { ...LATEST, categoryId: '7', sort: 'closing_soon' } },
  { name: 'a large city', filter: { ...LATEST, location: 'mumbai' } },
  { name: 'a large city, oldest', filter: { ...LATEST, location: 'mumbai', sort: 'oldest' } },
  { name: 'a large city, closing soon', filter: { ...LATEST, location: 'mumbai', sort: 'closing_soon' } },
  { name: 'a small city', filter: { ...LATEST, location: 'shillong' } },
  { name: 'a small city, oldest', filter: { ...LATEST, location: 'shillong', sort: 'oldest' } },
  { name: 'a small city, closing soon', filter: { ...LATEST, location: 'shillong', sort: 'closing_soon' } },
  { name: 'the beginning of a city', filter: { ...LATEST, location: 'm' } },
  { name: 'a PIN code', filter: { ...LATEST, location: '400123', limit: '5' } },
  { name: 'a place that nobody named', filter: { ...LATEST, location: 'nowhere' } },
  { name: 'category and large city', filter: { ...LATEST, categoryId: '7', location: 'mumbai' } },
  {
    name: 'category and large city, closing soon',
    filter: { ...LATEST, categoryId: '7', location: 'mumbai', sort: 'closing_soon' },
  },
];
