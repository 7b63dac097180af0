import { waitAtMost } from './wait-at-most.ts';

/** How long figures from the database are reported, however many scrapers ask. */
const KEEP_MS = 5_000;
/** Less than a scraper waits by default. */
const LOAD_WITHIN_MS = 3_000;

/**
 * Figures that cost queries, for scrapes: loaded by one scrape at a time and kept for a moment. Null when they cannot be
 * loaded in time; a scrape never fails or waits for the database.
 */
export function createScrapedFigures<Figures>(load: () => Promise<Figures>): () => Promise<Figures | null> {
  let kept: { figures: Figures; at: number } | undefined;
  let loading: Promise<Figures | null> | undefined;

  const loadOnce = (): Promise<Figures | null> =>
    (loading ??= load()
      .then((figures) => {
        kept = { figures, at: performance.now() };
        return figures;
      })
      .catch(() => null)
      .finally(() => {
        loading = undefined;
      }));

  return async () => {
    if (kept && performance.now() - kept.at < KEEP_MS) return kept.figures;
    return waitAtMost(LOAD_WITHIN_MS, loadOnce());
  };
}
