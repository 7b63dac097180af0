import { createElement, type ComponentType } from 'react';
import type { LazyScreen } from '../platform/i18n/index.ts';
import type { FirstQuery } from '../platform/queries/index.ts';
import type { Address } from '../platform/router/index.ts';
import { paths } from '../platform/router/paths.ts';

type Guard = 'user' | 'guest' | 'any';

/** `firstQueries`: what the screen asks for at once, so that the server can send it with the page. */
type ScreenComponent<P> = ComponentType<P> & {
  firstQueries: (address: Address, props: P) => readonly FirstQuery[];
};
type RouteScreen<P> = LazyScreen<P, { default: ScreenComponent<P> }>;

export type AppRoute = {
  path: string;
  guard: Guard;
  screen: RouteScreen<object>;
  /** Rendered behind a screen that is a dialog. */
  backdrop?: LazyScreen<object>;
};

/** A screen with several routes, as one of them shows it. */
export function withProps<P extends object>(screen: RouteScreen<P>, props: P): RouteScreen<object> {
  const Bound = () => createElement(screen, props);
  async function load() {
    const module = await screen.load();
    const firstQueries = (address: Address) => module.default.firstQueries(address, props);
    return { ...module, default: Object.assign(Bound, { firstQueries }) };
  }
  return Object.assign(Bound, { load, areas: screen.areas });
}

/** A screen that is part of the first bundle, with its messages. */
export const startScreen = (screen: ScreenComponent<object>): RouteScreen<object> =>
  Object.assign(screen, { load: () => Promise.resolve({ default: screen }), areas: [] });

const OPTIONAL_ID = '/:id?';

/** A pattern of a path is a path, or one that ends in an id, which may be optional. */
export function matchPath(pattern: string, pathname: string): { id: string } | undefined {
  if (pattern === pathname) return { id: '' };
  if (pattern.endsWith(OPTIONAL_ID)) {
    const plain = pattern.slice(0, -OPTIONAL_ID.length);
    return matchPath(plain, pathname) ?? matchPath(`${plain}/:id`, pathname);
  }
  const parent = pattern.slice(0, -':id'.length);
  const id = pathname.slice(parent.length);
  const isMatch = pattern.endsWith('/:id') && pathname.startsWith(parent) && /^[^/]+$/.test(id);
  return isMatch ? { id } : undefined;
}

/** The route of an address for this reader. A guest is led from a user's screen to the login. */
export function findRoute(
  routes: readonly AppRoute[],
  pathname: string,
  status: 'user' | 'guest',
): { route: AppRoute; id: string } | undefined {
  const matching = routes.flatMap((route) => {
    const match = matchPath(route.path, pathname);
    return match ? [{ route, ...match }] : [];
  });
  const open = matching.find(({ route: { guard } }) => guard === 'any' || guard === status);
  if (open || status === 'user' || matching.length === 0) return open;
  return findRoute(routes, paths.login(), status);
}
