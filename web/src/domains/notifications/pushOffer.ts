import { isPushSupported } from '../../platform/push/supported.ts';
import { isRefused } from '../../platform/refusals/index.ts';

/** Whether push may be offered in this browser: nobody has answered its question, nor said "Not now" for a month. */
export const mayOfferPush = (): boolean =>
  isPushSupported() && Notification.permission === 'default' && !isRefused('push');
