import { prefetch } from '../platform/queries/index.ts';
import { getSessionStatus } from '../platform/session/index.ts';
import { firstRoutes } from './firstRoutes.tsx';
import { FurtherScreens } from './lazyFurtherScreens.ts';
import { findRoute } from './route.ts';

const MAX_WAIT_MS = 500;
/** Longer, because a skeleton should not replace a server-rendered page that can be read. */
const MAX_WAIT_IF_RENDERED_MS = 10_000;

/**
 * Loads the code and the data of the screen that opens, so that it renders once and completely. Waits only briefly and also
 * ends on failure, because the screen itself shows what is missing. Returns true when all is loaded.
 */
export async function loadFirstScreen(isServerRendered: boolean): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), isServerRendered ? MAX_WAIT_IF_RENDERED_MS : MAX_WAIT_MS);
  });
  return Promise.race([loadScreen().catch(() => false), tooLong]);
}

async function loadScreen(): Promise<boolean> {
  const { pathname, search } = window.location;
  const status = getSessionStatus();
  if (status !== 'user' && status !== 'guest') return false;
  const found =
    findRoute(firstRoutes, pathname, status) ??
    findRoute((await FurtherScreens.load()).default.routes, pathname, status);
  if (!found) return false;
  const { screen, backdrop } = found.route;
  const [{ default: Screen }] = await Promise.all([screen.load(), backdrop?.load()]);
  const address = { id: found.id, search: new URLSearchParams(search) };
  await Promise.all(Screen.firstQueries(address, {}).map(prefetch));
  return true;
}
