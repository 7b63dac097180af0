import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import serveStatic from '@fastify/static';
import { requestLocale } from './calls.ts';
import { cookieName } from './auth.ts';

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** What inline scripts of our own pages hash to, for the content security policy. */
export function inlineScriptHashes(dist: string): string[] {
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
 * The built web app: hashed assets for good, pages fresh each time. `/` is the landing page for a visitor and the
 * app for who is signed in; every other path that is no file is the app.
 */
export async function mountWeb(app: FastifyInstance, dist: string, secure: boolean): Promise<void> {
  if (!existsSync(path.join(dist, 'index.html'))) return;
  await app.register(serveStatic, {
    root: dist,
    index: false,
    preCompressed: true,
    setHeaders: (response, file) =>
      void response.setHeader(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  const page = (name: string, reply: FastifyReply) => reply.sendFile(name);
  app.get('/', (request, reply) => {
    if (request.cookies[cookieName(secure)]) return page('index.html', reply);
    const asked = (request.query as { lang?: string }).lang;
    const locale = asked === 'en' || asked === 'hi' ? asked : requestLocale(request);
    if (asked === locale)
      void reply.setCookie('lang', locale, { path: '/', sameSite: 'lax', secure, maxAge: 31536000 });
    return existsSync(path.join(dist, `landing.${locale}.html`))
      ? page(`landing.${locale}.html`, reply)
      : page('index.html', reply);
  });
  app.setNotFoundHandler((request: FastifyRequest, reply) => {
    const wantsPage = request.method === 'GET' && !path.extname(request.url.split('?')[0] ?? '');
    return wantsPage ? page('index.html', reply) : reply.code(404).type('text/plain').send('Not found');
  });
}
