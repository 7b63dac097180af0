import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

const FILES: Record<string, () => string> = {
  '400': () =>
    require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  '600': () =>
    require.resolve('@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf'),
};

/** Phones have letters for Hindi; the machine that shows this page may have none. */
export function addFonts(app: FastifyInstance): void {
  app.get<{ Params: { weight: string } }>('/fonts/devanagari-:weight.ttf', async ({ params }, reply) => {
    const findFile = FILES[params.weight];
    if (findFile === undefined) return reply.callNotFound();
    // A mail is shown in a frame of another origin.
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'max-age=86400' });
    return reply.type('font/ttf').send(await readFile(findFile()));
  });
}

/** Adds the letters of Hindi to each of these fonts; their other letters stay. */
export const buildFontFaces = (...families: string[]): string =>
  families
    .flatMap((family) =>
      Object.keys(FILES).map(
        (weight) =>
          `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(/fonts/devanagari-${weight}.ttf);unicode-range:U+0900-097F,U+1CD0-1CFF,U+200C-200D,U+25CC,U+A8E0-A8FF}`,
      ),
    )
    .join('');
