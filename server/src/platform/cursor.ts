/** The position in a list: sort key and id of the last row shown, opaque to clients. */
export type CursorKey = readonly [sortKey: string, id: number];

/** How many rows the caller wants, and after which cursor. */
export interface PageRequest {
  limit: number;
  cursor: string | null;
}

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Null for a cursor that we did not issue. */
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

/** The cursor of a list sorted by time: its key is a time in `toISOString` format. */
export function decodeTimeCursor(text: string): CursorKey | null {
  const key = decodeCursor(text);
  if (key === null || key[1] < 1 || !/^[12]\d{3}-.*Z$/.test(key[0])) return null;
  const time = Date.parse(key[0]);
  return !Number.isNaN(time) && new Date(time).toISOString() === key[0] ? key : null;
}

/** Turns rows, read with one more than the limit, into a page and the cursor of its end. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  getKey: (last: Row) => CursorKey,
): { rows: Row[]; nextCursor: string | null } {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return { rows: pageRows, nextCursor: last && rows.length > limit ? encodeCursor(getKey(last)) : null };
}
