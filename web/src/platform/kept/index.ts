import type { CurrentUser } from '@fws/contract/identity/schemas';
import { withDatabase } from '../storage/index.ts';

export { startKeeping } from './keep.ts';
export { restoreReads } from './restore.ts';

/** Remembers whose device this is now. What was kept for another user is deleted. */
export async function keepUser(user: CurrentUser): Promise<void> {
  const last = await withDatabase((database) => database.get('session', 'last'));
  if (last && last.user.id !== user.id) await deleteKept();
  await withDatabase((database) => database.put('session', { user, at: Date.now() }, 'last'));
}

/** Deletes the replies, public pages and door keys that the device keeps, and whose they are. Not what waits to be sent. */
export async function deleteKept(): Promise<void> {
  await withDatabase(async (database) => {
    await database.clear('reads');
    await database.clear('session');
    await database.clear('doorKeys');
  });
  await globalThis.caches?.delete('pages').catch(() => false);
}
