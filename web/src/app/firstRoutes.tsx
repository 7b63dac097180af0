import JobsList from '../domains/search/screens/JobsList.tsx';
import { lazyScreen } from '../platform/i18n/index.ts';
import { paths } from '../platform/router/paths.ts';
import { startScreen, type AppRoute } from './route.ts';

export const JobDetail = lazyScreen(
  ['quotes', 'jobs', 'photos', 'conversations'],
  () => import('../domains/quotes/screens/JobDetail.tsx'),
);

/** The pages that are opened first and most: the server renders them. The jobs list is part of the first bundle. */
export const firstRoutes: readonly AppRoute[] = [
  { path: paths.home(), guard: 'user', screen: startScreen(JobsList) },
  { path: paths.pattern(paths.job), guard: 'user', screen: JobDetail },
];
