export const toCollection = (items: object[]) => ({ entity: 'collection', count: items.length, items });

export interface Page {
  Querystring: { count?: string; skip?: string; from?: string; to?: string };
}

/** Newest first, ten items by default. */
export function toPage(items: object[], { count = '10', skip = '0' }: Page['Querystring']) {
  const begins = Number(skip);
  return toCollection(items.toReversed().slice(begins, begins + Math.min(Number(count), 100)));
}

/** Items created between two times, both inclusive. */
export function toPageBetween(items: { created_at: number }[], query: Page['Querystring']) {
  const [from, to] = [Number(query.from ?? 0), Number(query.to ?? Number.MAX_SAFE_INTEGER)];
  const inPeriod = items.filter((item) => item.created_at >= from && item.created_at <= to);
  return toPage(
    inPeriod.toSorted((a, b) => a.created_at - b.created_at),
    query,
  );
}

/** Razorpay sends an empty list when there are no notes. */
export const toNotes = (notes: Record<string, string>) => (Object.keys(notes).length > 0 ? notes : []);

export const toUnixSeconds = (at: string) => Math.floor(new Date(at).getTime() / 1000);
