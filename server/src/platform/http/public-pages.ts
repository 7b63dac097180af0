import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOCALES, type Locale, type SharedMessageId } from '@fws/contract/platform/messages';
import { readWorkerSlug, SITE_FEW, SITE_PAGE, sitePaths } from '@fws/contract/site/model';
import type { PublicJob, PublicJobAddress, PublicJobs, PublicWorker } from '@fws/contract/site/schemas';
import type { Clock } from '../../ports/clock.ts';
import { BriefCache } from '../brief-cache.ts';
import type { Log } from '../log.ts';
import type { OfferWatch } from '../offers.ts';
import { translate } from '../messages.ts';
import { getRequestLocale } from './caller.ts';
import { escapeHtml } from '../html.ts';
import { KeptPages } from './kept-pages.ts';
import { PageCalls, type PageData } from './page-calls.ts';
import { buildPlainPage } from './plain-page.ts';

// Pages that need no account: a job, the jobs of a city, a worker. They are asked of the API like every client asks it,
// so a page can show only what the replies' schemas declare, and rendered by the built web app's components.

type Page =
  | { kind: 'job'; data: PublicJob }
  | { kind: 'jobs'; data: PublicJobs; isFirst: boolean }
  | { kind: 'worker'; data: PublicWorker };
type Assets = { fontFaces: string };
type Setting = Assets & { locale: Locale; origin: string; path: string; isUser: boolean };
interface Renderer {
  renderSitePage: (page: Page, setting: Setting) => string;
  renderLive: (locale: Locale, jobs: PublicJobs) => string;
}

export interface PublicPageSettings {
  origin: string;
  clock: Clock;
  offers: Pick<OfferWatch, 'onChange'>;
  log: Log;
  /** Puts the site's settings into a page. */
  fill: (html: string, locale: Locale) => string;
  hasSession: (request: FastifyRequest) => boolean;
}

/** Loads the renderer beside `dist`; undefined when it was not built. */
async function loadRenderer(
  dist: string,
): Promise<(Renderer & { assets: Record<Locale, Assets> }) | undefined> {
  const folder = path.join(dist, '..', 'dist-server');
  const [program, assets] = [path.join(folder, 'site.mjs'), path.join(folder, 'site.json')];
  if (!existsSync(program) || !existsSync(assets)) return undefined;
  const renderer = (await import(pathToFileURL(program).href)) as Renderer;
  const { renderSitePage, renderLive } = renderer;
  return {
    renderSitePage,
    renderLive,
    assets: JSON.parse(readFileSync(assets, 'utf8')) as Record<Locale, Assets>,
  };
}

interface Query {
  lang?: string;
  after?: string;
}

/** What an address names; `path` is its canonical form. */
interface Found {
  page: Page;
  /** Equal for equal data. */
  digest: string;
  path: string;
  status?: number;
}
type NotFound = Pick<PageData<never>, 'status'>;

export interface PublicPages {
  /** The newest jobs for the landing page, as HTML; nothing while they cannot be read. */
  readLive(locale: Locale): Promise<string>;
  /** Where everybody may read this job; null when nobody but its people may. */
  findJobPath(jobId: string, ip: string): Promise<string | null>;
}

export async function mountPublicPages(
  app: FastifyInstance,
  dist: string,
  { origin, fill, hasSession, clock, offers, log }: PublicPageSettings,
): Promise<PublicPages> {
  const renderer = await loadRenderer(dist);
  if (!renderer) return { readLive: () => Promise.resolve(''), findJobPath: () => Promise.resolve(null) };
  const { renderSitePage, renderLive, assets } = renderer;
  const calls = new PageCalls(app, { clock, offers });
  const kept = new KeptPages(clock);

  type Find = (request: FastifyRequest, locale: Locale) => Promise<Found | NotFound>;
  const handle = (find: Find) => async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Query;
    const locale = LOCALES.find((each) => each === query.lang) ?? getRequestLocale(request);
    void reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding, Accept-Language, Cookie' });
    const found = await find(request, locale);
    if (!('page' in found)) return sendRefusal(reply, found.status, locale);
    const { page } = found;
    const isUser = hasSession(request);
    // Who is signed in sees the job in the app, where the form for a quote is.
    if (page.kind === 'job' && page.data.job && isUser)
      return reply.redirect(`/job/${page.data.job.id}`, 302);
    const [pathname = ''] = request.url.split('?');
    if (pathname !== found.path) {
      const search = request.url.slice(pathname.length);
      return reply.redirect(found.path + search, 301);
    }
    const render = () =>
      fill(renderSitePage(page, { ...assets[locale], locale, origin, path: found.path, isUser }), locale);
    const key = JSON.stringify([{ ...page, data: found.digest }, found.path, locale, isUser]);
    return kept.send(request, reply.code(found.status ?? 200), { key, render });
  };

  const findJob: Find = async (request, locale) => {
    const { number } = request.params as { number: string };
    const asked = await calls.askShared<PublicJob>('public_job', { number }, { locale, ip: request.ip });
    const { status, data, digest } = asked;
    if (!data) return { status };
    const found = { page: { kind: 'job', data }, digest } as const;
    if (data.job) return { ...found, path: sitePaths.job(data.job.number, data.job.slug) };
    // Gone, and not "not found": search engines forget it at once.
    return { ...found, path: request.url.split('?')[0] ?? '', status: 410 };
  };
  app.get('/j/:number(^[1-9]\\d{0,14}$)', handle(findJob));
  app.get('/j/:number(^[1-9]\\d{0,14}$)/:slug', handle(findJob));

  const findJobs: Find = async (request, locale) => {
    const { city = '', category = '' } = request.params as { city?: string; category?: string };
    const { after } = request.query as Query;
    const form = { city, category, limit: String(SITE_PAGE), ...(after !== undefined && { cursor: after }) };
    const asked = await calls.askShared<PublicJobs>('public_jobs', form, { locale, ip: request.ip });
    const { status, data, digest } = asked;
    if (!data) return { status };
    const own = !data.city
      ? sitePaths.jobs()
      : data.category
        ? sitePaths.category(data.city.slug, data.category.slug)
        : sitePaths.city(data.city.slug);
    return { page: { kind: 'jobs', data, isFirst: after === undefined }, digest, path: own };
  };
  for (const address of ['/work', '/work/:city', '/work/:city/:category']) app.get(address, handle(findJobs));

  app.get(
    '/w/:slug',
    handle(async (request, locale) => {
      const workerId = readWorkerSlug((request.params as { slug: string }).slug);
      if (workerId === null) return { status: 404 };
      const form = { workerId: String(workerId) };
      const asked = await calls.askShared<PublicWorker>('public_worker', form, { locale, ip: request.ip });
      const { status, data, digest } = asked;
      return data
        ? { page: { kind: 'worker', data }, digest, path: sitePaths.worker(data.slug) }
        : { status };
    }),
  );

  const live = new BriefCache<string>({
    clock,
    keepMs: LIVE_KEEP_MS,
    maxWeight: LIVE_MAX_LENGTH,
    weigh: (html) => html.length,
  });
  offers.onChange(() => live.clear());
  async function loadLive(locale: Locale): Promise<string> {
    const form = { city: '', category: '', limit: String(SITE_FEW) };
    const { status, data } = await calls.ask<PublicJobs>('public_jobs', form, { locale, ip: NO_ADDRESS });
    // An error is not kept, unlike an empty list.
    if (!data) throw new Error(`public_jobs answered ${status}`);
    return data.items.length > 0 ? renderLive(locale, data) : '';
  }

  return {
    async findJobPath(jobId, ip) {
      const form = { jobId };
      const { data } = await calls.ask<PublicJobAddress>('public_job_address', form, { locale: 'en', ip });
      return data && sitePaths.job(data.number, data.slug);
    },
    readLive: (locale) =>
      live
        .get(locale, () => loadLive(locale))
        .catch((error: unknown) => {
          log.error('the landing page is shown without jobs', error);
          return '';
        }),
  };
}

/** Everybody gets the same list, so it counts against the limit of no visitor, and no visitor's limit can empty it. */
const NO_ADDRESS = '0.0.0.0';
const LIVE_KEEP_MS = 60_000;
const LIVE_MAX_LENGTH = 1_000_000;

const REFUSAL_TEXTS: Readonly<Record<number, SharedMessageId>> = {
  404: 'common.not_found',
  410: 'connections.not_available',
};

function sendRefusal(reply: FastifyReply, status: number, locale: Locale): FastifyReply {
  const code = REFUSAL_TEXTS[status] ?? 'common.something_wrong';
  const body = `<h1>${escapeHtml(translate(locale, code, {}, 'screen'))}</h1><p><a href="${sitePaths.jobs()}">FWS</a></p>`;
  return reply.code(status).type('text/html; charset=utf-8').send(buildPlainPage(locale, body));
}
