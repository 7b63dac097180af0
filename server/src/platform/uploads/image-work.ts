import { bulkhead } from 'cockatiel';

/** Re-encoding an image of the maximum size takes about 200 MB and one core. */
const IMAGES_AT_ONCE = 2;

type Sharp = typeof import('sharp').default;
let loaded: Promise<Sharp> | undefined;

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One thread per image: only the bulkhead limits concurrency.
  sharp.concurrency(1);
  // Disable sharp's cache of decoded pictures: no picture is read twice.
  sharp.cache(false);
  return sharp;
}

const turns = bulkhead(IMAGES_AT_ONCE, Infinity);

/** Waits for a free slot. `inspector.ts` limits how many may wait. */
export const workOnImage = <T>(work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  turns.execute(async () => work(await (loaded ??= loadSharp())));
