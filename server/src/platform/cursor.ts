import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';

/** The position in a list: sort key and id of the last row shown, opaque to clients. */
export type CursorKey = readonly [sortKey: string, id: number];

/** How many rows the caller wants, and after which cursor. */
export interface PageRequest {
  limit: number;
  cursor: string | null;
}

/** The rows of one page, and the cursor of its end; null at the end of the list. */
export interface LoadedPage<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/**
 * Loads the page after the request's cursor, and refuses a cursor that this list did not issue. `load` reads one row
 * more than the limit, by which it shows that there is a next page.
 */
export async function loadPage<Row>(
  { limit, cursor }: PageRequest,
  load: (after: CursorKey | null) => Promise<readonly Row[]>,
  getKey: (row: Row) => CursorKey,
  isOwnKey: (key: CursorKey) => boolean,
): Promise<Outcome<LoadedPage<Row>>> {
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && (after === null || !isOwnKey(after)))
    return refuse('malformed', 'common.cursor_invalid');
  const fetchedRows = await load(after);
  const rows = fetchedRows.slice(0, limit);
  const last = rows.at(-1);
  return done({ rows, nextCursor: last && fetchedRows.length > limit ? encodeCursor(getKey(last)) : null });
}

/** A page of a list that is sorted by a time and an id. */
export const loadPageByTime = <Row>(
  request: PageRequest,
  load: (after: CursorKey | null) => Promise<readonly Row[]>,
  getPlace: (row: Row) => readonly [at: Date, id: number],
): Promise<Outcome<LoadedPage<Row>>> => {
  const getKey = (row: Row): CursorKey => {
    const [at, id] = getPlace(row);
    return [at.toISOString(), id];
  };
  return loadPage(request, load, getKey, isTimeKey);
};

/** A page of a list that is sorted by id. */
export const loadPageById = <Row>(
  request: PageRequest,
  load: (after: CursorKey | null) => Promise<readonly Row[]>,
  getId: (row: Row) => number,
): Promise<Outcome<LoadedPage<Row>>> =>
  loadPage(
    request,
    load,
    (row) => ['', getId(row)],
    ([sortKey]) => sortKey === '',
  );

export const encodeCursor = (key: CursorKey): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Null for text that is no cursor. */
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

/** True for a time in `toISOString` format and an id. */
function isTimeKey([sortKey, id]: CursorKey): boolean {
  if (id < 1 || !/^[12]\d{3}-.*Z$/.test(sortKey)) return false;
  const time = Date.parse(sortKey);
  return !Number.isNaN(time) && new Date(time).toISOString() === sortKey;
}
