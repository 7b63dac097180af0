import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Contacts } from '@fws/contract/platform/contacts';
import type { Locale } from '@fws/contract/platform/messages';
import type { FirstCall, OpenedScreen } from '@fws/contract/platform/opened-screen';
import type { Clock } from '../../ports/clock.ts';
import {
  addLaterParts,
  addParts,
  buildStyleLink,
  escapeJson,
  getCallKey,
  listFirstCalls,
  listStyles,
} from './page-parts.ts';

/** Raw replies by the key of the call. */
type Answers = Record<string, string>;
interface Renderer {
  drawFirstPage: (
    locale: Locale,
    path: string,
    at: number,
    answers: {
      user: unknown;
      jobs?: unknown;
      today?: unknown;
      job?: unknown;
      questions?: unknown;
      contacts: Contacts;
    },
  ) => string;
  openScreen: (
    pathname: string,
    search: string,
    status: 'user' | 'guest',
  ) => Promise<OpenedScreen | undefined>;
}
/** `at`: the server's time of rendering, with which the app hydrates the page. */
type Drawn = { locale: Locale; at: number; html: string };

const STYLES = /\s*<link rel="stylesheet"[^>]*>/;
const ROOT = /<div id="root">[\s\S]*?<\/header>\s*<\/div>/;
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const APP_PARTS = /rel="modulepreload"/g;
const TITLE = /<title>[^<]*<\/title>/;
const ANSWERS = '<!-- answers -->';
const JOB = /^\/job\/\d+$/;

const asWeb = { 'content-type': 'application/json', 'x-fws-client': 'web' };

/** Loads the built web app's program for the server, beside `dist`; undefined when it was not built. */
async function loadRenderer(dist: string): Promise<Renderer | undefined> {
  const file = path.join(dist, '..', 'dist-server', 'firstPage.mjs');
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Renderer) : undefined;
}

/**
 * Sends with the page of a signed-in user the replies to the calls that its screen makes first, so that a slow phone need
 * not wait for them. The jobs list and a job are rendered too, so that it shows them before the application has loaded.
 */
export async function createFirstPages(
  app: FastifyInstance,
  dist: string,
  page: string,
  { contacts, clock }: { contacts: Contacts; clock: Clock },
) {
  const renderer = await loadRenderer(dist);
  // The rendered page is shown before the application is requested: see `loadParts` in web/plugins/firstParts.ts.
  const readable = page
    .replace(APP, '<link rel="later" data-app href="$1">')
    .replaceAll(APP_PARTS, 'rel="later"');

  /** The screen at the address; undefined when there is none or the renderer is not built. */
  async function open(request: FastifyRequest, status: 'user' | 'guest'): Promise<OpenedScreen | undefined> {
    const { pathname, search } = splitUrl(request);
    return renderer?.openScreen(pathname, search, status);
  }

  /** Uses the public API like every client, so that session, permissions and limits are checked there. */
  async function ask(request: FastifyRequest, { name, body }: FirstCall): Promise<string | undefined> {
    const reply = await app.inject({
      method: 'POST',
      url: `/api/${name}`,
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

  /** The replies to the calls that succeed; undefined for an ended session. */
  async function askAll(request: FastifyRequest, calls: readonly FirstCall[]): Promise<Answers | undefined> {
    const replies = await Promise.all(
      calls.map(async (call) => [getCallKey(call), await ask(request, call)] as const),
    );
    if (replies[0]?.[1] === undefined) return undefined;
    return Object.fromEntries(replies.filter((reply): reply is [string, string] => reply[1] !== undefined));
  }

  /** Undefined where not all replies are there: the app then shows what is missing. */
  function draw(request: FastifyRequest, locale: Locale, answers: Answers): Drawn | undefined {
    const { pathname } = splitUrl(request);
    const isHome = request.url === '/';
    if (!renderer || (!isHome && !JOB.test(pathname))) return undefined;
    const read = (name: string): unknown => {
      const key = Object.keys(answers).find((call) => call.startsWith(`${name}?`));
      return key === undefined ? undefined : (JSON.parse(answers[key] ?? '') as unknown);
    };
    const names = ['current_user', 'explore_jobs', 'today', 'job_detail', 'question_list'];
    const [user, jobs, today, job, questions] = names.map(read);
    if (isHome ? jobs === undefined || today === undefined : job === undefined) return undefined;
    const at = clock.now().getTime();
    const replies = isHome ? { jobs, today } : { job, questions };
    return { locale, at, html: renderer.drawFirstPage(locale, pathname, at, { user, contacts, ...replies }) };
  }

  return {
    open,
    /** A guest's screen at the address, as JSON; empty when there is none. */
    async describe(request: FastifyRequest): Promise<string> {
      const screen = await open(request, 'guest');
      return screen ? JSON.stringify(screen) : '';
    },
    /** The page with its data; undefined for an ended session. */
    async render(
      request: FastifyRequest,
      locale: Locale,
      screen: OpenedScreen | undefined,
    ): Promise<string | undefined> {
      const calls = listFirstCalls(screen, 'user');
      const answers = await askAll(request, calls);
      if (!answers) return undefined;
      const refused = calls.filter((call) => !(getCallKey(call) in answers));
      const drawn = draw(request, locale, answers);
      return drawn && screen
        ? composeDrawn(readable, screen, drawn, answers)
        : addParts(page, screen, refused).replace(ANSWERS, () => buildData(answers));
    },
  };
}

function splitUrl({ url }: FastifyRequest): { pathname: string; search: string } {
  const [pathname = ''] = url.split('?');
  return { pathname, search: url.slice(pathname.length) };
}

const buildData = (answers: Answers, attributes = ''): string =>
  `<script type="application/json" id="answers"${attributes}>${escapeJson(answers)}</script>`;

/**
 * Style sheets go before the content that they style, but after the declaration of the layers' order. The rendered
 * title becomes the page's.
 */
function composeDrawn(page: string, screen: OpenedScreen, drawn: Drawn, answers: Answers): string {
  const { locale, at, html } = drawn;
  const links = listStyles(page, screen).map(buildStyleLink);
  const styles = [STYLES.exec(page)?.[0].trim(), ...links].join('');
  const title = TITLE.exec(html)?.[0] ?? '';
  return addLaterParts(page, screen)
    .replace(STYLES, '')
    .replace(TITLE, () => title)
    .replace(ANSWERS, () => buildData(answers, ` lang="${locale}" data-at="${at}"`))
    .replace('</head>', () => `${styles}</head>`)
    .replace(ROOT, () => `<div id="root">${html.replace(title, '')}</div>`);
}
