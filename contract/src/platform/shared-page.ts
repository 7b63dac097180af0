import type { Page } from './call.ts';

/** An item that some readers see with other values in some of its fields. */
export interface SharedItem {
  id: number;
}

/**
 * A page whose items are the same for every reader, so that they are encoded once for all of them. `own` has the fields
 * of those items that this reader sees with other values; it must be the last field of the reply's schema.
 */
export interface SharedPage<Item extends SharedItem = SharedItem> extends Page<Item> {
  own: Partial<Item>[];
}

/** The page as its reader sees it. */
export const mergeOwnFields = <Item extends SharedItem>({
  items,
  nextCursor,
  own,
}: SharedPage<Item>): Page<Item> => ({
  items: items.map((item) => ({ ...item, ...own.find(({ id }) => id === item.id) })),
  nextCursor,
});
