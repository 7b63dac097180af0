import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toIstDate } from '@fws/contract/platform/dates';
import { LOCALES, type Locale } from '@fws/contract/platform/messages';
import type { SiteJob } from '@fws/contract/site/schemas';
import { BriefCache } from '../../platform/brief-cache.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Replicas } from '../../platform/db/replicas/index.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { findNeededPosition } from '../../platform/http/read-position.ts';
import { openFile } from '../../platform/files.ts';
import { workOnImage } from '../../platform/uploads/image-work.ts';
import { drawOgPicture } from './og-picture/service.ts';
import { readPublicJob } from './service.ts';
import { buildSitemapIndex, streamSitemap } from './sitemap/service.ts';
import { findCoverFile, findPublicThumbnail, wasPublicPhoto } from './store.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Closing a job or suspending its poster takes its pictures and its line in the sitemap away at once, from caches too: they
 * ask each time.
 */
const ASK_EACH_TIME = 'public, no-cache';
const DRAWN_KEEP_MS = 3600_000;
const DRAWN_MAX_BYTES = 20_000_000;

/** The dependencies for what a visitor reads, which a replica may answer. */
type ReadFrom = (request: FastifyRequest) => Deps;

const notFound = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain; charset=utf-8').send('Not found');

/** It was public once, so search engines forget it. */
const gone = (reply: FastifyReply): FastifyReply =>
  reply.code(410).header('cache-control', ASK_EACH_TIME).type('text/plain; charset=utf-8').send('Gone');

/** Pictures, sitemaps and robots.txt. The pages themselves are rendered by the platform from the calls of this domain. */
export function mountSite(
  app: FastifyInstance,
  deps: Deps,
  { replicas, secure }: Pick<CallSettings, 'secure'> & { replicas: Replicas },
): void {
  const readFrom: ReadFrom = (request) => ({
    ...deps,
    db: replicas.choose(findNeededPosition(request, null, secure)),
  });
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(buildRobots(deps.config.publicUrl)),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .header('cache-control', ASK_EACH_TIME)
      .type('application/xml')
      .send(await buildSitemapIndex(readFrom(request))),
  );
  app.get<{ Params: { name: string } }>('/sitemaps/:name.xml', (request, reply) => {
    const pieces = streamSitemap(readFrom(request), request.params.name);
    if (!pieces) return notFound(reply);
    return reply.header('cache-control', ASK_EACH_TIME).type('application/xml').send(Readable.from(pieces));
  });
  app.get<{ Params: { id: string } }>('/pictures/:id.jpg', async (request, reply) => {
    const { id } = request.params;
    const file = UUID.test(id)
      ? await findPublicThumbnail(readFrom(request).db, id, toIstDate(deps.ports.clock.now()))
      : null;
    if (!file)
      return UUID.test(id) && (await wasPublicPhoto(readFrom(request).db, id))
        ? gone(reply)
        : notFound(reply);
    void reply.headers({ 'cache-control': ASK_EACH_TIME, etag: `"${id}"` });
    // The photo of an id never changes.
    if (request.headers['if-none-match'] === `"${id}"`) return reply.code(304).send();
    const opened = await openFile(deps, file);
    if (!opened.ok) return notFound(reply);
    return reply.type('image/jpeg').send(opened.value);
  });
  mountOgPictures(app, deps, readFrom);
}

function mountOgPictures(app: FastifyInstance, { ports: { clock } }: Deps, readFrom: ReadFrom): void {
  const drawn = new BriefCache<Buffer>({
    clock,
    keepMs: DRAWN_KEEP_MS,
    maxWeight: DRAWN_MAX_BYTES,
    weigh: (picture) => picture.length,
  });
  app.get<{ Params: { number: string; locale: string } }>(
    '/og/:number(^[1-9]\\d{0,14}$).:locale.jpg',
    async (request, reply) => {
      const deps = readFrom(request);
      const locale = LOCALES.find((each) => each === request.params.locale);
      const found = locale && (await readPublicJob(deps, Number(request.params.number), locale));
      if (!locale || !found?.ok) return notFound(reply);
      const { job } = found.value;
      if (!job) return gone(reply);
      // Whatever the picture shows is in the key, so that a changed job has another picture at once.
      const key = createHash('sha256')
        .update(`${locale} ${JSON.stringify(job)}`)
        .digest('base64url');
      void reply.headers({ 'cache-control': ASK_EACH_TIME, etag: `"${key}"` });
      if (request.headers['if-none-match'] === `"${key}"`) return reply.code(304).send();
      const picture = await drawn.get(key, () => draw(deps, job, locale));
      return reply.type('image/jpeg').send(picture);
    },
  );
}

async function draw(deps: Deps, job: SiteJob, locale: Locale): Promise<Buffer> {
  const file = job.photos.length > 0 ? await findCoverFile(deps.db, job.id) : null;
  const opened = file && (await openFile(deps, file));
  const photo = opened?.ok ? await buffer(opened.value) : null;
  return workOnImage(() => drawOgPicture(job, locale, photo));
}

const buildRobots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /files/
Disallow: /pay/
Sitemap: ${publicUrl}/sitemap.xml
`;
