import { lazyScreen } from '../../../platform/i18n/index.ts';

export const ProfileHeldNote = lazyScreen(['jobs'], () => import('./ProfileHeldNote.tsx'));
