import { lazyScreen } from '../../platform/i18n/index.ts';

export { repeatQuery } from './api.ts';
export const RepeatSheet = lazyScreen(['repeats'], () => import('./components/RepeatSheet.tsx'));
