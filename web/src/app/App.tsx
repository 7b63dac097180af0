import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { useT } from '../platform/i18n/index.ts';
import { loadSession, useSession } from '../platform/session/index.ts';
import { Button, Empty, Screen } from '../ui/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NotFound } from './NotFound.tsx';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';
import { Shell } from './Shell.tsx';

export function App() {
  return (
    <BrowserRouter>
      <Shell>
        <ErrorBoundary>
          <Screens />
        </ErrorBoundary>
      </Shell>
    </BrowserRouter>
  );
}

function Screens() {
  const { status } = useSession();
  if (status === 'unreachable') return <Unreachable />;
  const open = routes.filter((route) => route.guard === 'any' || route.guard === status);
  const openPaths = new Set(open.map((route) => route.path));
  const closed = routes.filter((route) => !openPaths.has(route.path));
  return (
    <Routes>
      {open.map(({ path, screen: Screen }) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      {closed.map(({ path }) => (
        <Route key={path} path={path} element={status === 'guest' ? <ToLogin /> : <AfterLogin />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** We could not ask who this is: neither the guest's nor the user's screens would be true. */
function Unreachable() {
  const t = useT();
  return (
    <Screen title={t('shell.unreachable')} data={null} hideTitle>
      <Empty
        title={t('shell.unreachable')}
        action={
          <Button variant="primary" onClick={() => void loadSession()}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        {t('common.no_network')}
      </Empty>
    </Screen>
  );
}

/** A guest goes to the login page, which leads back here. */
function ToLogin() {
  const { pathname, search } = useLocation();
  return <Navigate replace to={`${paths.login()}?next=${encodeURIComponent(pathname + search)}`} />;
}

/** A user on a page for guests, such as just after login, goes where they wanted to go. */
function AfterLogin() {
  const next = new URLSearchParams(useLocation().search).get('next');
  return <Navigate replace to={isOwnPath(next) ? next : paths.home()} />;
}

/** Only our own addresses: "//elsewhere" and "/\elsewhere" lead away. */
function isOwnPath(path: string | null): path is string {
  return path !== null && /^\/(?![/\\])/.test(path);
}
