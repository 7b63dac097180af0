import { startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { activateLocale, getPreferredLocale } from '../platform/i18n/index.ts';
import { startSession } from '../platform/session/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/queries/index.ts';
import { guardAgainstTranslation } from '../platform/translation/guard.ts';
import { followSystemTheme } from '../platform/theme/index.ts';
import { App } from './App.tsx';
import { takeQueuedClick } from './queuedClick.ts';
import { FurtherScreens } from './lazyFurtherScreens.ts';
import { loadFirstScreen } from './firstScreen.ts';
import { prepareBackground, startLater } from './loadBackground.ts';

function mount(app: ReactNode, hydrate: boolean): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // Hydrate what the server rendered, so that nothing is painted twice.
  if (hydrate) {
    const tapped = takeQueuedClick();
    hydrateRoot(root, app);
    // React hydrates at once what is clicked.
    tapped?.click();
  } else createRoot(root).render(app);
}

/** No top-level `await` here: lazily loaded parts need this chunk and would wait for it in turn. */
async function start(): Promise<void> {
  guardAgainstTranslation();
  followSystemTheme();
  prepareBackground();
  // Before the first query, not with the first component: a query that pauses in between would never go on.
  queryClient.mount();
  await Promise.all([startSession(), activateLocale(getPreferredLocale())]);
  /** The language in which the server rendered the first screen; empty if it did not. */
  const renderedLocale = document.getElementById('answers')?.lang;
  const isLoaded = await loadFirstScreen(Boolean(renderedLocale));
  const app = (
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  );
  // Slices keep a slow phone responsive while the page that it shows is hydrated. An empty page should only be filled soon.
  if (isLoaded && renderedLocale === getPreferredLocale()) startTransition(() => mount(app, true));
  else mount(app, false);
  startLater();
}

void start();
// Load the screens early: the pointer goes down a moment before the click that opens one.
for (const touch of ['pointerdown', 'keydown'])
  window.addEventListener(touch, () => void FurtherScreens.load().catch(() => undefined), { once: true });
