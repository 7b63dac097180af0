import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// index.html reads the same key before the first paint.
const STORAGE_KEY = 'theme';
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const saved = localStorage.getItem(STORAGE_KEY);
  return themes.find((theme) => theme === saved) ?? 'system';
}

/** What the theme button offers: the other theme, then the device's theme as a fixed choice, then following the device. */
function nextTheme(theme: Theme): Theme {
  const [same, other] = systemDark().matches ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  if (theme === 'system') return other;
  return theme === other ? same : 'system';
}

function apply(): void {
  const theme = currentTheme();
  const dark = theme === 'dark' || (theme === 'system' && systemDark().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

/** Follows the device from now on, also on screens without a theme button. It may have changed since the page's head ran. */
export function followDevice(): void {
  systemDark().addEventListener('change', apply);
  apply();
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, theme);
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme that the button offers. The server, which does not know the device, renders the most common one. */
export function useNextTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => nextTheme(currentTheme()),
    () => 'dark',
  );
}
