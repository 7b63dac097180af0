import type { ContentType } from '@fws/contract/safety/model';
import type { IconName } from '../../ui/index.ts';

export const subjectIcons: Record<ContentType, IconName> = {
  job: 'posted',
  quote: 'applied',
  user: 'user',
  photo: 'image',
  review: 'star',
  message: 'chat',
};
