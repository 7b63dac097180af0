import { lazy } from 'react';
import type { ComponentType } from 'react';
import { paths } from './paths.ts';

export type Guard = 'user' | 'guest' | 'any';
export type AppRoute = { path: string; guard: Guard; screen: ComponentType };

const withDesignPage = import.meta.env.DEV || import.meta.env['VITE_DESIGN_PAGE'];

const jobsList = () => import('../domains/jobs/screens/JobsList.tsx');
// Its data is under way since the page's head: the screen comes while we still ask who this is.
if (window.firstJobs) void jobsList();

/** One line for each screen. A path may have one screen for guests and another for users. */
export const routes: readonly AppRoute[] = [
  { path: paths.home(), guard: 'guest', screen: lazy(() => import('../landing/LandingScreen.tsx')) },
  {
    path: paths.login(),
    guard: 'guest',
    screen: lazy(() => import('../domains/identity/screens/LoginScreen.tsx')),
  },
  {
    path: paths.register(),
    guard: 'guest',
    screen: lazy(() => import('../domains/identity/screens/RegisterScreen.tsx')),
  },
  {
    path: paths.notifications(),
    guard: 'user',
    screen: lazy(() => import('../domains/notifications/screens/NotificationsScreen.tsx')),
  },
  {
    path: paths.profile(),
    guard: 'user',
    screen: lazy(() => import('../domains/profile/screens/ProfileScreen.tsx')),
  },
  {
    path: paths.terms(),
    guard: 'any',
    screen: lazy(() => import('../domains/legal/screens/TermsScreen.tsx')),
  },
  {
    path: paths.privacy(),
    guard: 'any',
    screen: lazy(() => import('../domains/legal/screens/PrivacyScreen.tsx')),
  },
  {
    path: paths.about(),
    guard: 'any',
    screen: lazy(() => import('../domains/legal/screens/AboutScreen.tsx')),
  },
  { path: paths.home(), guard: 'user', screen: lazy(jobsList) },
  {
    path: paths.pattern(paths.job),
    guard: 'user',
    screen: lazy(() => import('../domains/quotes/screens/JobDetail.tsx')),
  },
  { path: paths.postJob(), guard: 'user', screen: lazy(() => import('../domains/jobs/screens/PostJob.tsx')) },
  {
    path: paths.postedJobs(),
    guard: 'user',
    screen: lazy(() => import('../domains/jobs/screens/PostedJobs.tsx')),
  },
  {
    path: paths.pattern(paths.requests),
    guard: 'user',
    screen: lazy(() => import('../domains/quotes/screens/RequestList.tsx')),
  },
  {
    path: paths.myQuotes(),
    guard: 'user',
    screen: lazy(() => import('../domains/quotes/screens/MyQuotes.tsx')),
  },
  ...(withDesignPage
    ? [{ path: '/_design', guard: 'any' as const, screen: lazy(() => import('./design/DesignPage.tsx')) }]
    : []),
];
