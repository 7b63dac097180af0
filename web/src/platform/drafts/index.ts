/** What was typed and not sent stays on the device, for each user, until it is sent. */
const keyOf = (userId: number, name: string) => `draft:${userId}:${name}`;

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

export function dropDraft(userId: number, name: string): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // Nothing was kept either.
  }
}
