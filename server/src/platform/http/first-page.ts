import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import type { Clock } from '../../ports/clock.ts';

/** Raw answers by the name of the call: those that the page's head would have requested. */
type Answers = Record<string, string>;
type Draw = (
  locale: Locale,
  path: string,
  at: number,
  answers: { user: unknown; jobs?: unknown; today?: unknown; job?: unknown; contacts: Contacts },
) => string;
/** `at`: the server's time of rendering, with which the app hydrates the page. */
type Drawn = { locale: Locale; at: number; html: string };

const STYLES = /\s*<link rel="stylesheet"[^>]*>/;
const ROOT = /<div id="root">[\s\S]*?<\/header>\s*<\/div>/;
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const APP_PARTS = /rel="modulepreload"/g;
/** The styles of the job screen; the build writes this comment. */
const JOB_STYLES = /<!-- job: (.*?) -->/;
const TITLE = /<title>[^<]*<\/title>/;
const ANSWERS = '<!-- answers -->';

/** What the first screen asks for; `web/index.html` has the same text. */
const FIRST_JOBS = JSON.stringify({ sort: 'latest', location: '', categoryId: '', limit: '3' });
const asWeb = { 'content-type': 'application/json', 'x-fws-client': 'web' };

/** Loads the built web app's renderer of its first screens, beside `dist`; undefined when it was not built. */
async function loadDraw(dist: string): Promise<Draw | undefined> {
  const file = path.join(dist, '..', 'dist-server', 'firstPage.mjs');
  if (!existsSync(file)) return undefined;
  const module = (await import(pathToFileURL(file).href)) as { drawFirstPage: Draw };
  return module.drawFirstPage;
}

/**
 * Renders the jobs list or a job into the page for the signed-in user, so that a slow phone shows it before the
 * application has loaded. The answers are embedded for hydration. Returns undefined when there is nothing to render:
 * the plain page then loads everything itself.
 */
export async function createFirstPages(
  app: FastifyInstance,
  dist: string,
  page: string,
  { contacts, clock }: { contacts: Contacts; clock: Clock },
) {
  const draw = await loadDraw(dist);
  // The rendered page is shown before the application is requested: see `preload` in web/plugins/firstParts.ts.
  const readable = page
    .replace(APP, '<link rel="later" data-app href="$1">')
    .replaceAll(APP_PARTS, 'rel="later"');

  /** Uses the public API like every client, so that session, permissions and limits are checked there. */
  async function ask(request: FastifyRequest, call: string, body: string): Promise<string | undefined> {
    const reply = await app.inject({
      method: 'POST',
      url: `/api/${call}`,
      headers: {
        ...asWeb,
        cookie: request.headers.cookie ?? '',
        'accept-language': request.headers['accept-language'] ?? '',
      },
      remoteAddress: request.ip,
      payload: body,
    });
    return reply.statusCode === 200 ? reply.body : undefined;
  }

  return async (request: FastifyRequest, locale: Locale, jobId?: string): Promise<string | undefined> => {
    if (!draw) return undefined;
    const isHome = jobId === undefined;
    const [call, body] = isHome ? ['explore_jobs', FIRST_JOBS] : ['job_detail', JSON.stringify({ jobId })];
    const [user, main, today] = await Promise.all([
      ask(request, 'current_user', '{}'),
      ask(request, call, body),
      isHome ? ask(request, 'today', '{}') : undefined,
    ]);
    if (user === undefined || main === undefined || (isHome && today === undefined)) return undefined;
    const parsed: unknown = JSON.parse(main);
    const at = clock.now().getTime();
    const html = draw(locale, isHome ? '/' : `/job/${jobId}`, at, {
      user: JSON.parse(user),
      contacts,
      ...(today === undefined ? { job: parsed } : { jobs: parsed, today: JSON.parse(today) as unknown }),
    });
    const answers = { current_user: user, [call]: main, ...(today !== undefined && { today }) };
    return compose(readable, { locale, at, html }, answers);
  };
}

/**
 * Style sheets go before the content that they style, but after the declaration of the layers' order. The rendered
 * title becomes the page's.
 */
function compose(page: string, drawn: Drawn, answers: Answers): string {
  const { locale, at, html } = drawn;
  const jobStyles = answers['job_detail'] === undefined ? [] : (JOB_STYLES.exec(page)?.[1]?.split(' ') ?? []);
  const links = jobStyles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`);
  const styles = [STYLES.exec(page)?.[0].trim(), ...links].join('');
  const title = TITLE.exec(html)?.[0] ?? '';
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  const data = `<script type="application/json" id="answers" lang="${locale}" data-at="${at}">${json}</script>`;
  return page
    .replace(STYLES, '')
    .replace(TITLE, () => title)
    .replace(ANSWERS, () => data)
    .replace('</head>', () => `${styles}</head>`)
    .replace(ROOT, () => `<div id="root">${html.replace(title, '')}</div>`);
}
