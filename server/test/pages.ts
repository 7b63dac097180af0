import { expect } from 'vitest';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * Follows a list by its cursors to its end, page by page, and compares what `pick` takes of each item. Only the last page
 * has no cursor.
 */
export async function expectPages<Item>(
  readPage: (fields: { limit: string; cursor: string }) => Promise<Page<Item>>,
  expected: readonly unknown[],
  { limit = 2, pick = (item: Item): unknown => item } = {},
): Promise<void> {
  let cursor = '';
  for (let start = 0; start === 0 || start < expected.length; start += limit) {
    const page = await readPage({ limit: String(limit), cursor });
    expect(page.items.map(pick)).toEqual(expected.slice(start, start + limit));
    if (start + limit < expected.length) expect(page.nextCursor).toMatch(/^[\w-]+$/);
    else expect(page.nextCursor).toBeNull();
    cursor = page.nextCursor ?? '';
  }
}
