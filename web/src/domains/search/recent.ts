import { DRAFT_PREFIX, withoutStorage } from '../../platform/drafts/deleteAllDrafts.ts';

// What was searched for on this device: addresses, the last one first. Logging out deletes them like drafts.

const KEY = `${DRAFT_PREFIX}searches`;
const RECENT_MAX = 6;

export function listRecentSearches(): string[] {
  const stored: unknown = withoutStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown);
  return Array.isArray(stored) ? stored.filter((address) => typeof address === 'string') : [];
}

const getText = (address: string) => new URLSearchParams(address).get('search');

/** The same text with other filters replaces the one before. */
export function rememberSearch(address: string): void {
  const others = listRecentSearches().filter((other) => getText(other) !== getText(address));
  store([address, ...others].slice(0, RECENT_MAX));
}

export const forgetSearch = (address: string): void =>
  store(listRecentSearches().filter((other) => other !== address));

export const forgetAllSearches = (): void => store([]);

const store = (addresses: readonly string[]): void =>
  void withoutStorage(() => localStorage.setItem(KEY, JSON.stringify(addresses)));
