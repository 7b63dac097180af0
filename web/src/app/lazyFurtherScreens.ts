import { lazyScreen } from '../platform/i18n/index.ts';

/** All other screens with their table, which is loaded later because it is as large as the rest of the start. */
export const FurtherScreens = lazyScreen([], () => import('./FurtherScreens.tsx'));

/** In place of all others, for a suspended person. */
export const SuspendedScreens = lazyScreen([], () => import('./SuspendedScreens.tsx'));
