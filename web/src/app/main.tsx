import { startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { activateLocale, preferredLocale } from '../platform/i18n/index.ts';
import { startSession } from '../platform/session/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/queries/index.ts';
import { followDevice } from '../platform/theme/index.ts';
import { App } from './App.tsx';
import { takeEarlyTap } from './earlyTap.ts';
import { FurtherScreens } from './firstRoutes.tsx';
import { firstScreen } from './firstScreen.ts';

function show(app: ReactNode, takeOver: boolean): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // What the server drew is taken over as it stands, so that nothing is painted twice.
  if (takeOver) {
    const tapped = takeEarlyTap();
    hydrateRoot(root, app);
    // React takes over at once what is tapped.
    tapped?.click();
  } else createRoot(root).render(app);
}

/** No `await` outside a function here: what comes later needs this file's neighbours and would wait for it in turn. */
async function start(): Promise<void> {
  followDevice();
  const session = startSession();
  await activateLocale(preferredLocale());
  /** In which language the server drew the first screen, if it did. */
  const drawn = document.getElementById('answers')?.lang;
  const [ready] = await Promise.all([firstScreen(drawn !== undefined), session]);
  // In slices: a slow phone answers to a finger meanwhile.
  startTransition(() =>
    show(
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>,
      ready && drawn === preferredLocale(),
    ),
  );
}

void start();
// A finger comes down a moment before the tap that opens a screen.
for (const touch of ['pointerdown', 'keydown'])
  window.addEventListener(touch, () => void FurtherScreens.load().catch(() => undefined), { once: true });
