import { expect, test } from 'vitest';
import { loadPageById, loadPageByTime, type CursorKey } from './cursor.ts';

interface Row {
  id: number;
  at: Date;
}
const rows: Row[] = [5, 4, 3, 2, 1].map((id) => ({ id, at: new Date(Date.UTC(2026, 0, id)) }));
const listAfter = (after: CursorKey | null, limit: number) =>
  rows.filter(({ id }) => after === null || id < after[1]).slice(0, limit + 1);

const LISTS = {
  time: (cursor: string | null, limit = 2) =>
    loadPageByTime(
      { cursor, limit },
      async (after) => listAfter(after, limit),
      (row) => [row.at, row.id],
    ),
  id: (cursor: string | null, limit = 2) =>
    loadPageById(
      { cursor, limit },
      async (after) => listAfter(after, limit),
      (row) => row.id,
    ),
};

test.each(['time', 'id'] as const)('continues a list by %s after each cursor until its end', async (kind) => {
  const ids: number[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof LISTS.id>> = await LISTS[kind](cursor);
    if (!page.ok) throw new Error('the list refused its own cursor');
    ids.push(page.value.rows.map(({ id }) => id));
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  expect(ids).toEqual([[5, 4], [3, 2], [1]]);
});

test.each(['time', 'id'] as const)('ends a list by %s with a page that is exactly full', async (kind) => {
  expect(await LISTS[kind](null, 5)).toMatchObject({ ok: true, value: { nextCursor: null } });
});

const encode = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
const foreign = (key: unknown): [string, string] => [JSON.stringify(key), encode(key)];
test.each<[string, string]>([
  ['no cursor', 'nonsense'],
  foreign({ 0: '', 1: 1 }),
  foreign(['2026-01-01', 1]),
  foreign(['2026-13-01T00:00:00.000Z', 1]),
  foreign(['2026-01-01T00:00:00.000Z', 0]),
  foreign(['2026-01-01T00:00:00.000Z', 1.5]),
  foreign(['2026-01-01T00:00:00.000Z', 1, 1]),
  foreign(['', '1']),
])('refuses %s, which no list issued, before it loads anything', async (_, cursor) => {
  const load = () => expect.unreachable();
  const refused = { ok: false, refusal: { kind: 'malformed', code: 'common.cursor_invalid' } };
  expect(await loadPageByTime({ cursor, limit: 2 }, load, () => [new Date(), 1])).toMatchObject(refused);
  expect(await loadPageById({ cursor, limit: 2 }, load, () => 1)).toMatchObject(refused);
});

test('refuses the cursor of a list with another order', async () => {
  const [byTime, byId] = [await LISTS.time(null), await LISTS.id(null)];
  if (!byTime.ok || !byId.ok) throw new Error('a first page was refused');
  expect((await LISTS.id(byTime.value.nextCursor)).ok).toBe(false);
  expect((await LISTS.time(byId.value.nextCursor)).ok).toBe(false);
});
