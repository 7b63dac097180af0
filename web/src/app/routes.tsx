import { lazy } from 'react';
import type { ComponentType } from 'react';
import { paths } from './paths.ts';

export type Guard = 'user' | 'guest' | 'any';
export type AppRoute = { path: string; guard: Guard; screen: ComponentType };

const withDesignPage = import.meta.env.DEV || import.meta.env['VITE_DESIGN_PAGE'];

/** One line for each screen. A path may have one screen for guests and another for users. */
export const routes: readonly AppRoute[] = [
  { path: paths.home(), guard: 'guest', screen: lazy(() => import('../landing/LandingScreen.tsx')) },
  ...(withDesignPage
    ? [{ path: '/_design', guard: 'any' as const, screen: lazy(() => import('./design/DesignPage.tsx')) }]
    : []),
];
