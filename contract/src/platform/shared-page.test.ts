import { expect, test } from 'vitest';
import { mergeOwnFields } from './shared-page.ts';

test('replaces only the fields of the items that the reader sees otherwise', () => {
  const items: { id: number; title: string; myQuoteId: number | null }[] = [
    { id: 1, title: 'Wardrobe', myQuoteId: null },
    { id: 2, title: 'Painting', myQuoteId: null },
  ];
  const merged = mergeOwnFields({ items, nextCursor: 'next', own: [{ id: 2, myQuoteId: 7 }] });
  expect(merged).toEqual({
    items: [
      { id: 1, title: 'Wardrobe', myQuoteId: null },
      { id: 2, title: 'Painting', myQuoteId: 7 },
    ],
    nextCursor: 'next',
  });
  expect(items[1]).toEqual({ id: 2, title: 'Painting', myQuoteId: null });
});
