import { withoutStorage } from '../../platform/drafts/deleteAllDrafts.ts';
import { isPushSupported } from '../../platform/push/supported.ts';

const KEY = 'push-offer-refused';
const QUIET_MS = 30 * 24 * 60 * 60 * 1000;

/** Whether push may be offered in this browser: nobody has answered its question, nor said "Not now" for a month. */
export function mayOfferPush(): boolean {
  if (!isPushSupported() || Notification.permission !== 'default') return false;
  const refusedAt = Number(withoutStorage(() => localStorage.getItem(KEY)) ?? 0);
  return Date.now() - refusedAt > QUIET_MS;
}

export const refusePushOffer = (): void =>
  void withoutStorage(() => localStorage.setItem(KEY, String(Date.now())));
