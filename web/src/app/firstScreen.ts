import { jobQuery } from '../domains/jobs/index.ts';
import { firstJobPages } from '../domains/search/index.ts';
import { todayQuery } from '../domains/today/index.ts';
import { queryClient } from '../platform/queries/index.ts';
import { JobDetail } from './firstRoutes.tsx';

const MAX_WAIT_MS = 500;
/** Longer, because a skeleton should not replace a server-rendered page that can be read. */
const MAX_WAIT_IF_RENDERED_MS = 10_000;

/**
 * Waits for the replies to the requests of the page's head, so that the first screen renders once and completely. Waits
 * only briefly and also ends on failure, because the screen itself shows what is missing. Returns true when all is loaded.
 */
export async function loadFirstScreen(isServerRendered: boolean): Promise<boolean> {
  if (!window.early) return false;
  const { pathname, search } = window.location;
  const job = /^\/job\/(\d+)$/.exec(pathname)?.[1];
  const parts: Promise<unknown>[] = [];
  if (pathname === '/' && search === '') {
    parts.push(queryClient.prefetchInfiniteQuery(firstJobPages()));
    // Without a rendered page the jobs do not wait for it.
    if (isServerRendered) parts.push(queryClient.prefetchQuery(todayQuery()));
  }
  if (job !== undefined) parts.push(queryClient.prefetchQuery(jobQuery(job)), JobDetail.load());
  const tooLong = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), isServerRendered ? MAX_WAIT_IF_RENDERED_MS : MAX_WAIT_MS);
  });
  const all = Promise.all(parts).then(
    () => parts.length > 0,
    () => false,
  );
  return Promise.race([all, tooLong]);
}
