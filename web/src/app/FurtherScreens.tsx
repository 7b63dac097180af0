import { isOwnPath } from '@fws/contract/platform/own-path';
import {
  Redirect,
  Route,
  Switch,
  usePathname,
  useSearch,
  useSearchParams,
} from '../platform/router/index.ts';
import { useSession } from '../platform/session/index.ts';
import { NotFound } from './NotFound.tsx';
import { paths } from '../platform/router/paths.ts';
import { routes } from './routes.tsx';

/** All screens except the first ones, and redirects for users who may not see one. */
export default function FurtherScreens() {
  const { status } = useSession();
  const open = routes.filter((route) => route.guard === 'any' || route.guard === status);
  const openPaths = new Set(open.map((route) => route.path));
  const closed = routes.filter((route) => !openPaths.has(route.path));
  return (
    <Switch>
      {open.map(({ path, screen: Screen, backdrop: Backdrop }) => (
        <Route key={path} path={path}>
          {Backdrop && (
            <div className="behind">
              <Backdrop />
            </div>
          )}
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

FurtherScreens.routes = routes;

/** Redirects a guest to the login page, which leads back here. */
function ToLogin() {
  const pathname = usePathname();
  const search = useSearch();
  const currentPath = search ? `${pathname}?${search}` : pathname;
  return <Redirect replace to={`${paths.login()}?next=${encodeURIComponent(currentPath)}`} />;
}

/** Redirects a user on a page for guests, such as just after login, to the page they wanted. */
function AfterLogin() {
  const next = useSearchParams()[0].get('next');
  return <Redirect replace to={isOwnPath(next) ? next : paths.home()} />;
}
