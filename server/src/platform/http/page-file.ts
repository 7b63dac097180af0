import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preparePage, sendPrepared, type PreparedPage } from './prepared-page.ts';

interface BuiltPage extends PreparedPage {
  changed: number;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Sends a built page with the settings and `content` filled in. The last `maxKept` contents are kept prepared, until the
 * build replaces the file.
 */
export function createPageHandler(
  file: string,
  fill: (html: string, content: string) => string,
  maxKept = 1,
) {
  const ready = new Map<string, Promise<BuiltPage>>();

  async function prepare(changed: number, content: string): Promise<BuiltPage> {
    const page = preparePage(fill(await readFile(file, 'utf8'), content));
    return {
      ...page,
      changed,
      br: await promisify(brotliCompress)(page.plain),
      gzip: await promisify(gzip)(page.plain, { level: 9 }),
    };
  }

  function keep(changed: number, content: string): Promise<BuiltPage> {
    const page = prepare(changed, content);
    ready.delete(content);
    ready.set(content, page);
    page.catch(() => ready.delete(content));
    const [oldest] = ready.keys();
    if (ready.size > maxKept && oldest !== undefined) ready.delete(oldest);
    return page;
  }

  return async (request: FastifyRequest, reply: FastifyReply, content = ''): Promise<FastifyReply> => {
    const changed = (await stat(file)).mtimeMs;
    const kept = await ready.get(content);
    const page = kept?.changed === changed ? kept : await keep(changed, content);
    return sendPrepared(request, reply.header('vary', 'Accept-Encoding'), page, {
      br: () => page.br,
      gzip: () => page.gzip,
    });
  };
}
