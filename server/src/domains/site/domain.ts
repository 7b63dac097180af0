import type { Domain } from '../../platform/domain.ts';
import { mountSite } from './http.ts';
import { routes } from './routes.ts';

/** What visitors and search engines see: jobs, cities and workers who want it. It only reads. */
export const siteDomain: Domain = {
  name: 'site',
  imports: ['conversations', 'jobs', 'profile'],
  routes,
  http: mountSite,
};
