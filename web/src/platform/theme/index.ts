import { useSyncExternalStore } from 'react';
import { withoutStorage } from '../drafts/deleteAllDrafts.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

// index.html reads the same key before the first paint.
const STORAGE_KEY = 'theme';
const matchSystemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Where nothing can be stored, the choice lasts as long as the page. */
let chosenTheme: Theme = 'system';

export function getCurrentTheme(): Theme {
  const saved = withoutStorage(() => localStorage.getItem(STORAGE_KEY)) ?? chosenTheme;
  return THEMES.find((theme) => theme === saved) ?? 'system';
}

/** What the theme button offers: the other theme, then the device's theme as a fixed choice, then following the device. */
function getNextTheme(theme: Theme): Theme {
  const [systemTheme, otherTheme] = matchSystemDark().matches
    ? (['dark', 'light'] as const)
    : (['light', 'dark'] as const);
  if (theme === 'system') return otherTheme;
  return theme === otherTheme ? systemTheme : 'system';
}

function applyTheme(): void {
  const theme = getCurrentTheme();
  const dark = theme === 'dark' || (theme === 'system' && matchSystemDark().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** Follows the device from now on, also on screens without a theme button. It may have changed since the page's head ran. */
export function followSystemTheme(): void {
  matchSystemDark().addEventListener('change', applyTheme);
  applyTheme();
}

export function setTheme(theme: Theme): void {
  chosenTheme = theme;
  withoutStorage(() =>
    theme === 'system' ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, theme),
  );
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme that the button offers. The server, which does not know the device, renders the most common one. */
export function useNextTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => getNextTheme(getCurrentTheme()),
    () => 'dark',
  );
}
