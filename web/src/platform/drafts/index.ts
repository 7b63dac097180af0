/** Unsent input stays on the device, per user, until it is sent or the user logs out. */
const PREFIX = 'draft:';
const getKey = (userId: number, name: string) => `${PREFIX}${userId}:${name}`;

export function saveDraft(userId: number, name: string, draft: unknown): void {
  try {
    localStorage.setItem(getKey(userId, name), JSON.stringify(draft));
  } catch {
    // Storage may be off or full. The form works without it.
  }
}

/** The stored draft, unchecked: its shape may be older than the form. */
export function loadDraft(userId: number, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(getKey(userId, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** The next user of the device finds no drafts, not even of a user who forgot to log out. */
export function deleteAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

export function deleteDraft(userId: number, name: string): void {
  try {
    localStorage.removeItem(getKey(userId, name));
  } catch {
    // Without storage there are no drafts.
  }
}
