import { toIstDate } from '@fws/contract/platform/dates';
import { buildWorkerSlug, SITEMAP_MAX, sitePaths } from '@fws/contract/site/model';
import type { Deps } from '../../../platform/deps.ts';
import { buildJobSlug, loadCategories } from '../service.ts';
import { countSitemaps, listCityPages, listSitemapJobs, listSitemapWorkers } from './store.ts';

// A sitemap for millions of jobs. Each file has the open jobs of one range of ids, so its address never changes, no file
// is longer than the protocol allows, and none is found by counting rows. Files are sent while they are read.

const BATCH = 2000;
/** What a file may have, with the pages of the cities themselves. */
const CITY_PAGES_MAX = 40_000;
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export async function buildSitemapIndex(deps: Deps): Promise<string> {
  const [jobs, workers] = await Promise.all([
    countSitemaps(deps.db, 'jobs', SITEMAP_MAX),
    countSitemaps(deps.db, 'workers', SITEMAP_MAX),
  ]);
  const files = [
    'places',
    ...jobs.map((file) => `jobs-${file}`),
    ...workers.map((file) => `workers-${file}`),
  ];
  const entries = files.map(
    (file) => `<sitemap><loc>${escapeXml(deps.config.publicUrl)}/sitemaps/${file}.xml</loc></sitemap>\n`,
  );
  return `${XML}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`;
}

/** A page in both languages. */
function formatUrl(publicUrl: string, path: string, modifiedOn?: string): string {
  const url = escapeXml(publicUrl + path);
  return `<url><loc>${url}</loc>${modifiedOn === undefined ? '' : `<lastmod>${modifiedOn}</lastmod>`}
<xhtml:link rel="alternate" hreflang="en-IN" href="${url}"/><xhtml:link rel="alternate" hreflang="hi" href="${url}?lang=hi"/></url>
`;
}

/** The pieces of a file; null when there is no such file. */
export function streamSitemap(deps: Deps, name: string): AsyncGenerator<string> | null {
  if (name === 'places') return wrap(streamPlaces(deps));
  const [, kind, file] = /^(jobs|workers)-(0|[1-9]\d{0,8})$/.exec(name) ?? [];
  if (file === undefined) return null;
  const range = { first: Number(file) * SITEMAP_MAX, endId: (Number(file) + 1) * SITEMAP_MAX };
  return wrap(kind === 'jobs' ? streamJobs(deps, range) : streamWorkers(deps, range));
}

async function* wrap(urls: AsyncGenerator<string>): AsyncGenerator<string> {
  yield `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  yield* urls;
  yield '</urlset>\n';
}

interface Range {
  first: number;
  endId: number;
}

async function* streamJobs(deps: Deps, { first, endId }: Range): AsyncGenerator<string> {
  const categories = await loadCategories(deps);
  const today = toIstDate(deps.ports.clock.now());
  let afterId = first - 1;
  for (;;) {
    const jobs = await listSitemapJobs(deps.db, { afterId, endId, today, limit: BATCH });
    yield jobs
      .map((job) => {
        const slug = buildJobSlug(job, categories.get(job.category_id).slug);
        const path = sitePaths.job(String(job.number), slug);
        return formatUrl(deps.config.publicUrl, path, toIstDate(job.posted_at));
      })
      .join('');
    const last = jobs.at(-1);
    if (!last || jobs.length < BATCH) return;
    afterId = last.id;
  }
}

async function* streamWorkers(deps: Deps, { first, endId }: Range): AsyncGenerator<string> {
  let afterId = first - 1;
  for (;;) {
    const workers = await listSitemapWorkers(deps.db, { afterId, endId, limit: BATCH });
    yield workers
      .map(({ id, first_name: firstName }) =>
        formatUrl(deps.config.publicUrl, sitePaths.worker(buildWorkerSlug({ id, firstName }))),
      )
      .join('');
    const last = workers.at(-1);
    if (!last || workers.length < BATCH) return;
    afterId = last.id;
  }
}

async function* streamPlaces(deps: Deps): AsyncGenerator<string> {
  const { publicUrl } = deps.config;
  yield formatUrl(publicUrl, '/') + formatUrl(publicUrl, sitePaths.jobs());
  const [categories, pages] = await Promise.all([
    loadCategories(deps),
    listCityPages(deps.db, CITY_PAGES_MAX),
  ]);
  for (const city of new Set(pages.map((page) => page.city)))
    yield formatUrl(publicUrl, sitePaths.city(city));
  for (const { city, category_id: id } of pages)
    yield formatUrl(publicUrl, sitePaths.category(city, categories.get(id).slug));
}
