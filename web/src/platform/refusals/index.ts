import { withoutStorage } from '../drafts/deleteAllDrafts.ts';

/** What the app offers by itself. */
type Offer = 'install' | 'push';

const REFUSED_FOR_MS = 30 * 24 * 3600_000;
const toKey = (offer: Offer): string => `refused:${offer}`;

/** Whether the user said "Not now" to this offer within 30 days. */
export function isRefused(offer: Offer): boolean {
  const refusedAt = Number(withoutStorage(() => localStorage.getItem(toKey(offer))) ?? 0);
  return Date.now() - refusedAt <= REFUSED_FOR_MS;
}

export const refuse = (offer: Offer): void =>
  void withoutStorage(() => localStorage.setItem(toKey(offer), String(Date.now())));
