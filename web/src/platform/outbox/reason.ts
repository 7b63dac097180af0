import type { Translate } from '../i18n/index.ts';
import type { Refusal } from './actions.ts';

/** Why something was not sent. Its screen needs the messages of `offline`. */
export const getReason = (t: Translate, { status, message }: Refusal): string =>
  t('offline.refused', {
    reason: status === 0 ? t('offline.tooOld') : message || t('common.something_wrong'),
  });
