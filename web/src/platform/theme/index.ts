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

/** What the theme button offers: first what looks different, then the device's own look for good, then back to following it. */
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

/** From now on, also on screens that show no theme button; the device may have changed since the page chose. */
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

/** The theme that the button offers. The server, which knows no device, draws the one for most. */
export function useNextTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => nextTheme(currentTheme()),
    () => 'dark',
  );
}
