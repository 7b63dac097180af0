import '../ui/css/tokens.css';
import '../ui/css/base.css';
import '../ui/css/layout.css';
import '../ui/css/table.css';
import '../ui/css/fonts.css';
import '../ui/css/fonts-near.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { AdminApp } from '../domains/admin/index.ts';
import { activateLocale, loadAreas, getPreferredLocale } from '../platform/i18n/index.ts';
import { queryClient } from '../platform/queries/index.ts';
import { startSession } from '../platform/session/index.ts';
import { followSystemTheme } from '../platform/theme/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

// The admin area is a separate page, so that the public downloads none of it.

followSystemTheme();
document.documentElement.lang = /(?:^|; )(?:__Host-)?lang=hi/.test(document.cookie) ? 'hi' : 'en-IN';
await Promise.all([
  startSession(),
  activateLocale(getPreferredLocale()).then(() =>
    loadAreas(['admin', 'disputes', 'identity', 'backoffice', 'security', 'safety']),
  ),
]);

const root = document.getElementById('root');
if (!root) throw new Error('admin.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <ErrorBoundary>
      <AdminApp />
    </ErrorBoundary>
  </QueryClientProvider>,
);
