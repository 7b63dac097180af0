/** Paths of the pages for everybody. The server routes them, and pages link to them. */
export const sitePaths = {
  job: (number: string, slug: string) => `/j/${number}/${slug}`,
  jobs: () => '/work',
  city: (city: string) => `/work/${city}`,
  category: (city: string, category: string) => `/work/${city}/${category}`,
  worker: (slug: string) => `/w/${slug}`,
} as const;

/** Jobs on a page of a city. */
export const SITE_PAGE = 20;
/** Jobs on the landing page, and beside a closed one. */
export const SITE_FEW = 4;
export const REVIEWS_SHOWN = 10;
/** Addresses in one file of a sitemap: the protocol's limit. */
export const SITEMAP_MAX = 50_000;

const SLUG_MAX = 60;

/** "Two sliding wardrobes, 3BHK" → "two-sliding-wardrobes-3bhk"; empty where no Latin letter is left. */
export function toSlug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const kept: string[] = [];
  for (const word of words) if ([...kept, word].join('-').length <= SLUG_MAX) kept.push(word);
  return kept.join('-');
}

/** The id at the end of "asha-17". */
export function readWorkerSlug(slug: string): number | null {
  const id = /(?:^|-)([1-9]\d{0,14})$/.exec(slug)?.[1];
  return id === undefined ? null : Number(id);
}

/** "asha-17" */
export const buildWorkerSlug = (worker: { id: number; firstName: string }): string =>
  [toSlug(worker.firstName), worker.id].filter((part) => part !== '').join('-');
