import type { InfiniteData, Query } from '@tanstack/react-query';
import { getUser } from '../session/index.ts';
import { queryClient } from '../queries/index.ts';
import { withDatabase, type KeptRead } from '../storage/index.ts';

export const KEPT_MS = 7 * 24 * 3600_000;
const MAX_BYTES_EACH = 300_000;
const MAX_BYTES = 2_000_000;
const MAX_PAGES = 2;
const WRITE_AFTER_MS = 1_000;

/** `kept` of the call. */
const isKept = (query: Query): boolean => query.meta?.['kept'] === true;

/** Keeps the replies to the reads that screens make from now on, and those that they have already. */
export function startKeeping(): void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const queries = [...changed.values()];
    changed.clear();
    void keep(queries);
  };
  const note = (query: Query) => {
    if (!isKept(query) || query.state.data === undefined) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  };
  const cache = queryClient.getQueryCache();
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query);
  });
  cache.getAll().forEach(note);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && changed.size > 0) write();
  });
}

async function keep(queries: readonly Query[]): Promise<void> {
  const userId = getUser()?.id;
  if (userId === undefined) return;
  const reads = queries.flatMap((query) => toKeptRead(userId, query) ?? []);
  await withDatabase(async (database) => {
    const transaction = database.transaction('reads', 'readwrite');
    for (const read of reads) void transaction.store.put(read);
    await transaction.done;
  });
  await deleteOldReads();
}

function toKeptRead(userId: number, { queryHash, queryKey, state }: Query): KeptRead | undefined {
  const data = isPages(state.data) ? takeFirstPages(state.data) : state.data;
  const bytes = JSON.stringify(data).length;
  if (bytes > MAX_BYTES_EACH) return undefined;
  return { id: `${userId} ${queryHash}`, userId, queryKey, data, at: state.dataUpdatedAt, bytes };
}

const isPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

const takeFirstPages = ({ pages, pageParams }: InfiniteData<unknown>): InfiniteData<unknown> => ({
  pages: pages.slice(0, MAX_PAGES),
  pageParams: pageParams.slice(0, MAX_PAGES),
});

/** Deletes what is older than a week, and the oldest of what exceeds the limit. */
async function deleteOldReads(): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction('reads', 'readwrite');
    const oldest = Date.now() - KEPT_MS;
    let bytes = 0;
    let cursor = await transaction.store.index('at').openCursor(null, 'prev');
    while (cursor) {
      bytes += cursor.value.bytes;
      if (cursor.value.at < oldest || bytes > MAX_BYTES) await cursor.delete();
      cursor = await cursor.continue();
    }
    await transaction.done;
  });
}
