import { lazyScreen } from '../../../platform/i18n/index.ts';

export const Questions = lazyScreen(['conversations'], () => import('./Questions.tsx'));
