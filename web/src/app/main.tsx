import { createRoot } from 'react-dom/client';
import { activateLocale, preferredLocale } from '../platform/i18n/index.ts';
import { startSession } from '../platform/session/index.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../platform/queries/index.ts';
import { App } from './App.tsx';

void startSession();
await activateLocale(preferredLocale());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
);
