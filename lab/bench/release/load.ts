/** Runs `work` for every item with `clients` at a time. */
export async function runInParallel<Item>(
  items: readonly Item[],
  clients: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const runClient = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: clients }, runClient));
}

/** Returns items per second. */
export async function measureRate<Item>(
  items: readonly Item[],
  clients: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  await runInParallel(items, clients, work);
  return items.length / ((performance.now() - start) / 1000);
}
