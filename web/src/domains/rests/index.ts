import { lazyScreen } from '../../platform/i18n/index.ts';

export { useRest } from './api.ts';
export const RestTerms = lazyScreen(['rests'], () => import('./components/RestTerms.tsx'));
export const RestDetails = lazyScreen(['rests'], () => import('./components/RestDetails.tsx'));
