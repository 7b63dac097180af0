import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

type Axis = number | { min: number; max: number };
type Face = {
  source: string;
  family: string;
  axes: Record<string, Axis>;
  descriptors: string;
  /** Picks the characters of the page that this face draws. */
  draws: RegExp;
  preload: boolean;
};

const weights = { min: 400, max: 700 };
const latin = { family: 'Anek Latin', descriptors: 'font-weight:400 700;font-stretch:84% 100%' };

/** Devanagari is subset for the English page's one line only: a whole Hindi page needs 170 KB, so it takes the system's. */
const faces: readonly Face[] = [
  {
    ...latin,
    source: '@fontsource-variable/anek-latin/files/anek-latin-latin-standard-normal.woff2',
    axes: { wght: weights, wdth: { min: 84, max: 100 } },
    draws: /[\u0020-\u00ff\u2010-\u202f]/gu,
    preload: true,
  },
  {
    ...latin,
    source: '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-standard-normal.woff2',
    axes: { wght: weights, wdth: 100 },
    draws: /₹/gu,
    preload: false,
  },
  {
    family: 'Anek Devanagari',
    descriptors: 'font-weight:600',
    source: '@fontsource-variable/anek-devanagari/files/anek-devanagari-devanagari-wght-normal.woff2',
    axes: { wght: 600 },
    draws: /[\u0900-\u097f]/gu,
    preload: false,
  },
];

const MOST_DEVANAGARI = 30;

function charactersOf(html: string, pattern: RegExp): string {
  const text = html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .concat('you@mail.example')
    .replaceAll('&amp;', '&');
  return [...new Set(text.match(pattern))].toSorted().join('');
}

function unicodeRange(characters: string): string {
  return Array.from(characters, (character) => `U+${character.codePointAt(0)?.toString(16) ?? ''}`).join(',');
}

/** Cuts the fonts down to what the page shows, writes them beside the other assets, and returns their CSS. */
export async function writeLandingFonts(html: string, dist: string) {
  const css: string[] = [];
  const preload: string[] = [];
  for (const face of faces) {
    const characters = charactersOf(html, face.draws);
    const devanagari = face.family === 'Anek Devanagari';
    if (characters === '' || (devanagari && characters.length > MOST_DEVANAGARI)) continue;
    const source = await readFile(require.resolve(face.source));
    const font = await subsetFont(source, characters, { targetFormat: 'woff2', variationAxes: face.axes });
    const name = `landing-${createHash('sha256').update(font).digest('base64url').slice(0, 8)}.woff2`;
    await mkdir(join(dist, 'assets'), { recursive: true });
    await writeFile(join(dist, 'assets', name), font);
    const url = `/assets/${name}`;
    css.push(
      `@font-face{font-family:"${face.family}";src:url(${url}) format("woff2");${face.descriptors};font-display:swap;unicode-range:${unicodeRange(characters)}}`,
    );
    if (face.preload) preload.push(url);
  }
  return { fontFaces: css.join(''), preload };
}
