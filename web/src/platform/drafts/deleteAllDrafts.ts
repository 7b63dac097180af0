export const DRAFT_PREFIX = 'draft:';

/** The next user of the device finds no drafts, not even of a user who forgot to log out. */
export function deleteAllDrafts(): void {
  for (const getStorage of [() => localStorage, () => sessionStorage])
    withoutStorage(() => {
      const storage = getStorage();
      for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
    });
}

/** Storage may be off or full. Forms work without it. */
export function withoutStorage<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
