import { lazyScreen } from '../../platform/i18n/index.ts';

export const PriceHint = lazyScreen(['prices'], () => import('./components/PriceHint.tsx'));
export const PriceSheet = lazyScreen(['prices'], () => import('./components/PriceSheet.tsx'));
