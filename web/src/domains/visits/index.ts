import { lazyScreen } from '../../platform/i18n/index.ts';

export { visitQuery } from './api.ts';
export { VisitPlaceholder } from './components/VisitPlaceholder.tsx';
export { VisitHint, VisitStart } from './components/VisitStart.tsx';
export { formatVisitTime } from './wording.ts';
export const VisitCard = lazyScreen(['visits'], () => import('./components/VisitCard.tsx'));
