import type { CurrentUser } from '@fws/contract/identity/schemas';
import { withoutStorage } from '../drafts/deleteAllDrafts.ts';
import { queryClient } from '../queries/index.ts';
import { withDatabase } from '../storage/index.ts';
import { KEPT_MS } from './keep.ts';

/** The last user of this browser, with what is kept of their screens; undefined when nobody's is. */
export async function restoreSession(): Promise<CurrentUser | undefined> {
  const session = await withDatabase((database) => database.get('session', 'last'));
  // The login and the logout write this flag at once, while the database may be a moment behind.
  const { id } = (withoutStorage(() => JSON.parse(localStorage.getItem('UserData') ?? '{}')) ?? {}) as {
    id?: number;
  };
  if (!session || session.user.id !== id || session.at < Date.now() - KEPT_MS) return undefined;
  await restoreReads(session.user.id);
  return session.user;
}

/** Puts what is kept where the screens look for it, unless there is something newer. */
export async function restoreReads(userId: number): Promise<void> {
  const reads = (await withDatabase((database) => database.getAll('reads'))) ?? [];
  // Without a network nothing can be loaded again, so nothing is dropped from memory.
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, gcTime: Infinity } });
  for (const read of reads)
    if (read.userId === userId && read.at >= Date.now() - KEPT_MS)
      if (queryClient.getQueryData(read.queryKey) === undefined)
        queryClient.setQueryData(read.queryKey, read.data, { updatedAt: read.at });
}
