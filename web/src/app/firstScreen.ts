import { firstJobPages, jobQuery } from '../domains/jobs/index.ts';
import { queryClient } from '../platform/queries/index.ts';
import { JobDetail } from './firstRoutes.tsx';

const LONGEST_MS = 500;
/** There is something to read meanwhile, which a skeleton should not replace. */
const LONGEST_IF_DRAWN_MS = 10_000;

/**
 * Waits for what the page's head has asked for, so that the first screen is drawn once and whole; not for long, and
 * not for success: the screen itself says what is missing. True when all is here.
 */
export async function firstScreen(drawn: boolean): Promise<boolean> {
  if (!window.early) return false;
  const { pathname, search } = window.location;
  const job = /^\/job\/(\d+)$/.exec(pathname)?.[1];
  const parts: Promise<unknown>[] = [];
  if (pathname === '/' && search === '') parts.push(queryClient.prefetchInfiniteQuery(firstJobPages()));
  if (job !== undefined) parts.push(queryClient.prefetchQuery(jobQuery(job)), JobDetail.load());
  const tooLong = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), drawn ? LONGEST_IF_DRAWN_MS : LONGEST_MS);
  });
  const all = Promise.all(parts).then(
    () => parts.length > 0,
    () => false,
  );
  return Promise.race([all, tooLong]);
}
