/** Where a list goes on: the sort key and id of the last row shown, opaque to clients. */
export type CursorKey = readonly [sortKey: string, id: number];

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Null for what we never gave out. */
export function decodeCursor(text: string): CursorKey | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(key) || key.length !== 2) return null;
    const [sortKey, id]: unknown[] = key;
    return typeof sortKey === 'string' && typeof id === 'number' && Number.isSafeInteger(id)
      ? [sortKey, id]
      : null;
  } catch {
    return null;
  }
}
