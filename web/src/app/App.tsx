import { Route, Switch } from '../platform/router/index.ts';
import { useOnReconnect } from '../platform/offline/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { loadSession, useSession } from '../platform/session/index.ts';
import { Button, Empty, Screen } from '../ui/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { firstRoutes } from './firstRoutes.tsx';
import { FurtherScreens, SuspendedScreens } from './lazyFurtherScreens.ts';
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
  const { status, user } = useSession();
  if (status === 'unreachable') return <Unreachable />;
  if (user?.suspension) return <SuspendedScreens />;
  return (
    <Switch>
      {firstRoutes.map(
        ({ path, guard, screen: Screen }) =>
          status === guard && (
            <Route key={path} path={path}>
              <Screen />
            </Route>
          ),
      )}
      <Route>
        <FurtherScreens />
      </Route>
    </Switch>
  );
}

/** The user is unknown: neither the guest's nor the user's screens would be right. */
function Unreachable() {
  const t = useT();
  const { reason } = useSession();
  useOnReconnect(loadSession);
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
        {reason}
      </Empty>
    </Screen>
  );
}
