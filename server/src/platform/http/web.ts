import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import serveStatic from '@fastify/static';
import type { Log } from '../log.ts';
import type { OfferWatch } from '../offers.ts';
import { findCaller, readImpersonationCookie, getRequestLocale } from './caller.ts';
import type { CallSettings } from './calls.ts';
import { getCookieName, LANGUAGE_COOKIE } from './cookies.ts';
import { compressQuickly, acceptsBrotli } from './compress.ts';
import { createFirstPages } from './first-page.ts';
import { renderImpersonationEndedPage, addImpersonationBanner } from './impersonation-page.ts';
import { withdrawWorker } from './offline-files.ts';
import { mountPublicPages } from './public-pages.ts';
import { ADMIN_PAGE, createSitePages, type Site } from './site-pages.ts';

/** Headers that have no effect on a script, style or font, and are as large as a small one. */
const ONLY_FOR_PAGES = [
  'content-security-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Hashes of our own pages' inline scripts, for the content security policy. */
export function listInlineScriptHashes(dist: string): string[] {
  const pages = ['index.html', 'landing.en.html', 'landing.hi.html']
    .map((name) => path.join(dist, name))
    .filter((file) => existsSync(file));
  const scripts = pages.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(INLINE_SCRIPT)].map((match) => match[1] ?? ''),
  );
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Serves the built web app: hashed assets are cached forever, pages are always revalidated. `/` is the landing page for
 * a visitor and the app for a signed-in user; every other path that is not a file is the app.
 */
export async function mountWeb(
  app: FastifyInstance,
  dist: string,
  {
    site,
    offers,
    log,
    ...settings
  }: CallSettings & {
    site: Site & { publicUrl: string; offlineWorker: boolean };
    offers: OfferWatch;
    log: Log;
  },
): Promise<void> {
  if (!existsSync(path.join(dist, 'index.html'))) return;
  const { clock, secure } = settings;
  await app.register(serveStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    // HTML pages are sent by the handlers below, with the settings filled in.
    allowedPath: (name) => !name.endsWith('.html'),
    setHeaders: (response, file) =>
      void response.setHeader(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/assets/')) for (const name of ONLY_FOR_PAGES) reply.raw.removeHeader(name);
    done();
  });
  const pages = createSitePages(dist, site);
  const firstPages = await createFirstPages(app, dist, pages.appHtml, { contacts: site.contacts, clock });
  /** For an admin who impersonates a user: never the landing page, and never a page without the banner. */
  const sendImpersonatedPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const locale = getRequestLocale(request);
    const impersonation = (await findCaller(request, {}, settings))?.caller.impersonation;
    void reply.headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8');
    if (!impersonation) return reply.send(renderImpersonationEndedPage(locale));
    const screen = await firstPages.open(request, 'user');
    const html = await firstPages.render(request, locale, screen);
    // The page reloads when the impersonation expires.
    const leftMs = impersonation.endsAt.getTime() - clock.now().getTime();
    void reply.header('refresh', String(Math.ceil(leftMs / 1000)));
    return reply.send(addImpersonationBanner(html ?? pages.appHtml, locale, impersonation));
  };
  const isImpersonation = (request: FastifyRequest): boolean =>
    readImpersonationCookie(request, secure) !== undefined;
  const renderForUser = async (request: FastifyRequest) =>
    firstPages.render(request, getRequestLocale(request), await firstPages.open(request, 'user'));
  /** The app, with the data of its first screen when the user is signed in. */
  const sendAppPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isUser = request.cookies[getCookieName(secure)] !== undefined;
    const html = isUser ? await renderForUser(request) : undefined;
    if (html === undefined) return pages.app(request, reply, await firstPages.describe(request));
    void reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
      .type('text/html; charset=utf-8');
    if (!acceptsBrotli(request)) return reply.send(html);
    return reply.header('content-encoding', 'br').send(await compressQuickly(html));
  };
  const hasSession = (request: FastifyRequest): boolean =>
    request.cookies[getCookieName(secure)] !== undefined || isImpersonation(request);
  const publicPages = await mountPublicPages(app, dist, {
    origin: site.publicUrl,
    clock,
    offers,
    log,
    fill: pages.fillPublic,
    hasSession,
  });
  // The address that a user copies from the app and sends to somebody without an account.
  app.get('/job/:id(^[1-9]\\d{0,14}$)', async (request, reply) => {
    if (isImpersonation(request)) return sendImpersonatedPage(request, reply);
    const { id } = request.params as { id: string };
    const publicPath = hasSession(request) ? null : await publicPages.findJobPath(id, request.ip);
    return publicPath === null ? sendAppPage(request, reply) : reply.redirect(publicPath, 302);
  });
  app.get('/', async (request, reply) => {
    if (isImpersonation(request)) return sendImpersonatedPage(request, reply);
    if (request.cookies[getCookieName(secure)]) return sendAppPage(request, reply);
    const requestedLocale = (request.query as { lang?: string }).lang;
    const locale =
      requestedLocale === 'en' || requestedLocale === 'hi' ? requestedLocale : getRequestLocale(request);
    if (requestedLocale === locale)
      void reply.setCookie(getCookieName(secure, LANGUAGE_COOKIE), locale, {
        path: '/',
        sameSite: 'lax',
        secure,
        maxAge: 31536000,
      });
    return existsSync(path.join(dist, `landing.${locale}.html`))
      ? pages.landings[locale](request, reply, await publicPages.readLive(locale))
      : sendAppPage(request, reply);
  });
  if (!site.offlineWorker) withdrawWorker(app);
  // What the service worker keeps to open the app without a network: the page without anybody's data or screen.
  app.get('/offline-shell', (request, reply) => pages.app(request, reply));
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    const wantsPage = request.method === 'GET' && !path.extname(request.url.split('?')[0] ?? '');
    const admins = /^\/admin(?:[/?]|$)/.test(request.url) && existsSync(path.join(dist, ADMIN_PAGE));
    if (wantsPage && !admins && isImpersonation(request)) return sendImpersonatedPage(request, reply);
    if (!wantsPage) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return admins ? pages.admin(request, reply) : sendAppPage(request, reply);
  });
}
