import { lazyScreen } from '../../../platform/i18n/index.ts';
import type { ContactDialogProps } from './ContactDialog.tsx';

export const ContactDialog = lazyScreen<ContactDialogProps>(
  ['identity'],
  () => import('./ContactDialog.tsx'),
);
