import { isOwnPath } from '@fws/contract/platform/own-path';
import {
  Redirect,
  Route,
  Switch,
  usePathname,
  useSearch,
  useSearchParams,
} from '../platform/router/index.ts';
import { useWhenBack } from '../platform/offline/index.ts';
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
    <Shell>
      <ErrorBoundary>
        <Screens />
      </ErrorBoundary>
    </Shell>
  );
}

function Screens() {
  const { status } = useSession();
  if (status === 'unreachable') return <Unreachable />;
  const open = routes.filter((route) => route.guard === 'any' || route.guard === status);
  const openPaths = new Set(open.map((route) => route.path));
  const closed = routes.filter((route) => !openPaths.has(route.path));
  return (
    <Switch>
      {open.map(({ path, screen: Screen }) => (
        <Route key={path} path={path}>
          <Screen />
        </Route>
      ))}
      {closed.map(({ path }) => (
        <Route key={path} path={path}>
          {status === 'guest' ? <ToLogin /> : <AfterLogin />}
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** We could not ask who this is: neither the guest's nor the user's screens would be true. */
function Unreachable() {
  const t = useT();
  useWhenBack(loadSession);
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
  const pathname = usePathname();
  const search = useSearch();
  const here = search ? `${pathname}?${search}` : pathname;
  return <Redirect replace to={`${paths.login()}?next=${encodeURIComponent(here)}`} />;
}

/** A user on a page for guests, such as just after login, goes where they wanted to go. */
function AfterLogin() {
  const next = useSearchParams()[0].get('next');
  return <Redirect replace to={isOwnPath(next) ? next : paths.home()} />;
}
