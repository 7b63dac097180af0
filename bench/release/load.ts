/** Runs `work` for every item with `clients` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  clients: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const client = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Returns items per second. */
export async function rateOf<Item>(
  items: readonly Item[],
  clients: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  await inParallel(items, clients, work);
  return items.length / ((performance.now() - start) / 1000);
}
