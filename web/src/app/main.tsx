import { startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { activateLocale, preferredLocale, setDrawnAt } from '../platform/i18n/index.ts';
import { startSession } from '../platform/session/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/queries/index.ts';
import { followDevice } from '../platform/theme/index.ts';
import { App } from './App.tsx';
import { firstScreen } from './firstScreen.ts';

followDevice();
const session = startSession();
await activateLocale(preferredLocale());
const answers = document.getElementById('answers');
/** In which language the server drew the first screen, if it did. */
const drawn = answers?.lang;
const [ready] = await Promise.all([firstScreen(drawn !== undefined), session]);

function show(root: HTMLElement, app: ReactNode): void {
  // What the server drew is taken over as it stands, so that nothing is painted twice.
  if (ready && drawn === preferredLocale()) {
    setDrawnAt(Number(answers?.dataset['at']));
    hydrateRoot(root, app);
  } else createRoot(root).render(app);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// In slices: a slow phone answers to a finger meanwhile.
startTransition(() =>
  show(
    root,
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  ),
);
