import { bulkhead } from 'cockatiel';

/** An image of the largest size takes about 200 MB while it is drawn anew, and a core. */
const IMAGES_AT_ONCE = 2;

type Sharp = typeof import('sharp').default;
let loaded: Promise<Sharp> | undefined;

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  // One thread an image: how many are at work is decided here alone.
  sharp.concurrency(1);
  // It would keep decoded pictures, and none comes twice.
  sharp.cache(false);
  return sharp;
}

const turns = bulkhead(IMAGES_AT_ONCE, Infinity);

/** Waits for a turn. Who may wait, and how many, is decided before: see `inspector.ts`. */
export const workOnImage = <T>(work: (sharp: Sharp) => Promise<T>): Promise<T> =>
  turns.execute(async () => work(await (loaded ??= loadSharp())));
