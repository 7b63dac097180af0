import { keepPage, PAGES, SHELL_PAGE } from './caching.ts';
import { buildOfflinePage } from './offlinePage.ts';

/** The admin area is an application of its own, and never touched. */
const isAdmins = (path: string): boolean => /^\/admin(?:\/|$)/.test(path);
/** Addresses that the server itself answers, each with something of its own. */
const SERVERS = /^\/(?:api|files|pay|webhooks|pictures|og|notify-me|s|unsubscribe)(?:\/|$)/;
/** Pages for everybody. */
const PUBLIC = /^\/(?:j|w|work)(?:\/|$)/;

/** Answers navigations: from the network, and without one from what is kept. Undefined: the browser does as ever. */
export function answerNavigation(event: FetchEvent): Promise<Response> | undefined {
  const { pathname, search } = new URL(event.request.url);
  return isAdmins(pathname) ? undefined : answer(event, pathname, search === '');
}

async function answer(event: FetchEvent, path: string, isWhole: boolean): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    if (isWhole && PUBLIC.test(path))
      event.waitUntil(keepPage(path, response.clone()).catch(() => undefined));
    return response;
  } catch {
    return (await findKept(path)) ?? buildOfflinePage();
  }
}

async function findKept(path: string): Promise<Response | undefined> {
  if (SERVERS.test(path)) return undefined;
  if (PUBLIC.test(path)) return (await caches.open(PAGES)).match(path, { ignoreVary: true });
  return caches.match(SHELL_PAGE, { ignoreVary: true });
}
