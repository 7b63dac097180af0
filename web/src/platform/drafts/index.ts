/** What was typed and not sent stays on the device, for each user, until it is sent or they log out. */
const PREFIX = 'draft:';
const keyOf = (userId: number, name: string) => `${PREFIX}${userId}:${name}`;

export function keepDraft(userId: number, name: string, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(draft));
  } catch {
    // Storage may be off or full: writing goes on without it.
  }
}

/** What was kept, unchecked: its shape may be older than the form. */
export function keptDraft(userId: number, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Whoever has the phone next finds nothing, neither of this user nor of one who forgot to log out. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

export function dropDraft(userId: number, name: string): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // Nothing was kept either.
  }
}
